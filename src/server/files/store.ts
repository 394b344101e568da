import type { Readable } from 'node:stream'

export interface Stored {
  size: number
  sha256: string
}

/** What lies in the store under a name: whole, or the draft of something that is or was being written. */
export interface Lying {
  id: string
  isWhole: boolean
  writtenAt: number
  remove(): Promise<void>
}

/** Where the bytes of uploads and exports lie: a folder, or anything else that keeps them by id. */
export interface FileStore {
  /** Takes a stream in, whole or not at all: what fails on the way leaves nothing behind. */
  put(id: string, content: AsyncIterable<Uint8Array>): Promise<Stored>
  open(id: string): Promise<Readable | undefined>
  remove(id: string): Promise<void>
  /** ends when what is being taken in is kept, or has failed and left nothing behind */
  settled(): Promise<void>
  /** all that lies there, some at a time */
  lying(): AsyncIterable<Lying[]>
}

/** A call's answer that is a file and no envelope. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  readonly content: Readable
  /** shown in the browser, not saved */
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
