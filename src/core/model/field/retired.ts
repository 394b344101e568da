/** Whether an entry of a dictionary can be chosen no more: records that have it keep it. */
export const isRetired = ([, , , , retired]: readonly [key: string, label: string, ...others: unknown[]]): boolean =>
  retired === true
