/** Options of a customer that the product itself reads, in expressions too; others are as a customer names them. */
export const KNOWN_OPTIONS = ['secondFactor', 'separateDuties'] as const
