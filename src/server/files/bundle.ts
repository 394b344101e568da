/** One file of a bundle; `id` where it is an upload, which the record may show as well. */
export interface BundledFile {
  name: string
  content: AsyncIterable<Uint8Array>
  id?: string | undefined
}

/** Files that belong to a record together, in a folder of their own; `missing` says why there are none. */
export type Bundle = { folder: string; files: BundledFile[]; note: string } | { folder: string; missing: string }
