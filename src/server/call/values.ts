/** More than anybody pastes, and few enough to be compared at once. */
export const MOST_CHOICES = 5000
export const TOO_MANY_CHOICES = `最多 ${MOST_CHOICES} 项，请分几次进行`

/** Choices come comma-joined or as a list. */
export function choices(value: unknown): string[] {
  const list = Array.isArray(value) ? value : String(value ?? '').split(',')
  return list.map(item => String(item).trim()).filter(item => item !== '')
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text as a cell of a spreadsheet can hold it: without the control characters that XML forbids, 32,767 at most. */
export function cellText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').slice(0, 32_767)
}
