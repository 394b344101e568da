/** The server ends: what is left is for the next one. */
export class Interrupted extends Error {}
