/** Keys of advisory locks, by which instances take turns: any numbers, but the same in every instance. */
export const MIGRATION_LOCK = 7_203_114
export const INDEX_LOCK = 7_203_115
/**
 * Held by each server as long as it lives, and alone by whoever replaces data: see postgres/others.ts. Of two numbers,
 * which no lock of one number meets; among those are hashes of names, which may be any.
 */
export const DATA_LOCK = [7203, 1] as const
