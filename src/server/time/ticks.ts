/**
 * Milliseconds of a clock that nobody sets: for all that asks how long since. The day's time may jump by an hour at any
 * moment (a clock that is put right, a machine that slept); it is for what is told to people, or kept.
 */
export const ticks = (): number => performance.now()
