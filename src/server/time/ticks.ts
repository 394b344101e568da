/**
 * Milliseconds of a monotonic clock, for measuring durations. The system's time jumps when its clock is set or the
 * machine sleeps; it is only for times that are shown or stored.
 */
export const ticks = (): number => performance.now()
