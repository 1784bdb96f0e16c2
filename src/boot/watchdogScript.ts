/** The build puts this script into index.html, right behind the script of the first frame. */
import { watchStart } from './watchdog.ts';

window.circuitTreeStart = watchStart(() => window.location.reload());
