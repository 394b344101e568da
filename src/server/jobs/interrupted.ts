/** Thrown when the server shuts down: another instance continues the job. */
export class Interrupted extends Error {}
