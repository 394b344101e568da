/** A problem of an expression; offsets count into its text. */
export interface ExpressionProblem {
  code: string
  zh: string
  en: string
  start: number
  end: number
  suggestion?: string
}
