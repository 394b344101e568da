import type { Readable } from 'node:stream'

export interface Stored {
  size: number
  sha256: string
}

/** A stored object: a complete file, or the draft of an upload that is being or was being written. */
export interface Lying {
  id: string
  isWhole: boolean
  writtenAt: number
  remove(): Promise<void>
}

/** What is stored, by id; `undefined` where nothing is. */
export interface FileReading {
  open(id: string): Promise<Readable | undefined>
  size(id: string): Promise<number | undefined>
}

/** Storage for uploads and exports by id: a folder, or any other implementation. */
export interface FileStore extends FileReading {
  /** Stores a stream completely or not at all; a failure leaves nothing behind. */
  put(id: string, content: AsyncIterable<Uint8Array>): Promise<Stored>
  remove(id: string): Promise<void>
  /** resolves when all uploads in progress have been stored or cleaned up */
  settled(): Promise<void>
  /** lists everything stored, in batches */
  lying(): AsyncIterable<Lying[]>
}

/** An answer that is a file instead of an envelope. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  readonly content: Readable
  /** displayed in the browser instead of downloaded */
  readonly inline: boolean
  readonly headers: Readonly<Record<string, string>>
  constructor(
    name: string,
    type: string,
    content: Readable,
    inline = false,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.name = name
    this.type = type
    this.content = content
    this.inline = inline
    this.headers = headers
  }
}
