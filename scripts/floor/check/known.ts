/** What is newer than the floor and may stand in the built files all the same, each with the reason. */
export interface Known {
  what: string
  /** beginning of the file's name, where it is known in one file only */
  file?: string
  because: string
}

export const KNOWN: readonly Known[] = [
  { what: 'CSS.highlights', file: 'found', because: 'found.ts asks for it first and leaves rows unmarked' },
  { what: 'Highlight', file: 'found', because: 'found.ts asks for CSS.highlights first' },
  { what: ':highlight', because: 'a rule of its own; nothing is marked without it' },
  { what: 'Document.prototype.startViewTransition', because: "React's, for transitions that the console does not use" },
  { what: 'Iterator.prototype.filter', file: 'runBatch', because: 'keys() of a selection is a list' },
  { what: 'container-type', because: 'what stands in containers has rules for browsers without them' },
  { what: '@container', because: 'calendar.css says by @supports what holds without it' },
  { what: 'accent-color', because: "a checkbox then has the browser's own colour" },
  { what: 'scrollbar-width', because: 'scroll bars are as wide as the browser draws them' },
  { what: 'align-content: start', because: 'in grids, where it is older' },
  { what: ':has', file: 'DashboardView', because: 'where pages break in a printed table' },
  { what: ':has', file: 'checks', because: 'the colour of what cannot be chosen, and where a line of choices ends' },
]
