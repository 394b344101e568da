export interface Sheet {
  above: string[]
  landscape: boolean
  notes: string[]
  signatures: string[]
}
/** An official document of a dashboard's numbers: templates, see `src/core/statistics/report-words.ts`. */
export interface Report {
  title: string
  head?: string
  chapters: ReportChapter[]
}
export interface ReportChapter {
  name: string
  label: string
  text: string[]
  /** names of widgets */
  tables: string[]
}
