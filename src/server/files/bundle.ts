/** One file of a bundle; `id` if it is an upload, which the record itself may refer to as well. */
export interface BundledFile {
  name: string
  content: AsyncIterable<Uint8Array>
  id?: string | undefined
}

/** Files of one record in a folder of their own; `missing` says why there are none. */
export type Bundle = { folder: string; files: BundledFile[]; note: string } | { folder: string; missing: string }
