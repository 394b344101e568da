/** A file already read: the core does no I/O, so that it also runs in the browser. */
export interface SourceFile {
  /** posix path relative to the configuration folder, e.g. schemas/app.yaml */
  path: string
  text: string
}
