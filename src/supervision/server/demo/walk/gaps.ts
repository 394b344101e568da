/** Hours of work before a button was pressed, since the one before it. */
export const GAPS: Readonly<Record<string, readonly [number, number]>> = {
  confirm: [1, 14],
  exclude: [1, 20],
  ys: [2, 16],
  pf: [1, 8],
  sl: [1, 12],
  th: [3, 16],
  cl: [10, 70],
  // proposed, endorsed and approved meanwhile
  caseFiled: [38, 60],
  caseNotFiled: [38, 60],
  delay: [24, 70],
  pass: [2, 14],
}
export const USUAL_GAP = [2, 16] as const
