/** Put into index.html by the build, right behind the first frame. */
import { watchStart } from './watchdog.ts';

window.circuitTreeStart = watchStart(() => window.location.reload());
