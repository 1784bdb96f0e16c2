/** In the session storage, by the album's id: the number of chosen photos that a visitor's page has not sent yet. */
export const GUESTS = { unsent: 'guests-unsent:' } as const;
