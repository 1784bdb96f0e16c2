import { Link } from '@tanstack/react-router';
import { firstSteps } from '#src/admin/startPage/slots.ts';

/** Adds setting up to the pages of the administration. */
export function setUp(): void {
  firstSteps.push(SetUpStep);
}

function SetUpStep() {
  return (
    <p>
      <Link to="/admin/setup">Set it up step by step</Link>: an album with photos, and a screen that shows them.
    </p>
  );
}
