/** Keys of advisory locks, by which instances take turns: any numbers, but the same in every instance. */
export const MIGRATION_LOCK = 7_203_114
export const INDEX_LOCK = 7_203_115
