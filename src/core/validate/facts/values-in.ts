import { memberPaths } from '../../expression/index.ts'

/** Fields being filled in that an expression reads; none where it cannot be read, which `expression` reports. */
export function valuesIn(text: string): string[] {
  try {
    return memberPaths(text).flatMap(([root, member]) => (root === 'values' && member !== undefined ? [member] : []))
  } catch {
    return []
  }
}
