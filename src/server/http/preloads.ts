/** Written by the build, beside the console's index.html. */
export const PRELOADS = 'preloads.json'

/** Files of the build, as paths below it. */
export interface PageFiles {
  scripts: string[]
  styles: string[]
}
/** What a browser needs for the page of sign-in, and for each kind of page, beside what index.html names itself. */
export interface Preloads {
  login: PageFiles
  kinds: Record<string, PageFiles>
  /** what a page with expressions needs beside those of its kind */
  engine: PageFiles
}
