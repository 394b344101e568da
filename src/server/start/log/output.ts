import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { isatty } from 'node:tty'

/** Where lines of the log go. Never waits for a reader: what cannot be written now is dropped, and counted. */
export interface LogOutput {
  /** whole lines, each with its end */
  write(lines: string): void
  /** resolves when all is written, or after so many milliseconds */
  flushed(ms: number): Promise<void>
}

const dropped = (lines: number): string =>
  `${lines} 行日志被丢弃：读取日志的一方停住了，或磁盘写不进 / ${lines} lines of the log were dropped\n`
const linesIn = (text: string): number => text.split('\n').length - 1

/** Most bytes that wait for the reader of a pipe, a socket or a terminal. */
const MOST = 1024 * 1024

/** A stream of the system: whether a write waits is a property of what it writes to, which `setBlocking` changes. */
type SystemStream = Writable & { _handle?: { setBlocking?(isBlocking: boolean): unknown } | null }

/**
 * A pipe, a socket or a terminal, whose reader may stand still. Node keeps what they do not take, without any bound. Of
 * a terminal, and where another process that shares the output has said so, it stands still itself.
 */
export class StreamOutput implements LogOutput {
  readonly #stream: SystemStream
  readonly #most: number
  #dropped = 0

  constructor(stream: Writable, most = MOST) {
    this.#stream = stream
    this.#most = most
    // whoever read the log may be gone (a pipe to tee or head): that ends no server
    stream.on('error', () => undefined)
    stream.on('drain', () => this.#tell())
  }

  write(lines: string): void {
    if (this.#stream.destroyed) return
    // once full, it takes lines again when half of them are read: else of each second line the loss would be told
    const room = this.#dropped > 0 ? this.#most / 2 : this.#most
    if (this.#stream.writableLength + lines.length > room) {
      this.#dropped += linesIn(lines)
      return
    }
    this.#tell()
    this.#put(lines)
  }

  /** A child that shares the output makes it one that waits when it is started, and Node does when it ends. */
  #put(lines: string): void {
    this.#stream._handle?.setBlocking?.(false)
    this.#stream.write(lines)
  }

  #tell(): void {
    if (this.#dropped === 0 || this.#stream.destroyed) return
    const lines = this.#dropped
    this.#dropped = 0
    this.#put(dropped(lines))
  }

  async flushed(ms: number): Promise<void> {
    if (this.#stream.destroyed || this.#stream.writableLength === 0) return
    await new Promise<void>(resolve => {
      const late = setTimeout(resolve, ms)
      // called when all before it is written, or never will be
      this.#stream.write('', () => {
        clearTimeout(late)
        resolve()
      })
    })
  }
}

/** A file, or a device. It takes what it is given at once, or cannot take it at all. */
export class FileOutput implements LogOutput {
  readonly #fd: number
  #dropped = 0
  /** a line was begun, for whose rest there was no room */
  #isCut = false

  constructor(fd: number) {
    this.#fd = fd
  }

  write(lines: string): void {
    const before = `${this.#isCut ? '\n' : ''}${this.#dropped > 0 ? dropped(this.#dropped) : ''}`
    if (!this.#isWritten(before + lines)) this.#dropped += linesIn(lines)
    else this.#dropped = 0
  }

  #isWritten(text: string): boolean {
    const bytes = Buffer.from(text)
    let at = 0
    try {
      while (at < bytes.length) at += writeSync(this.#fd, bytes, at)
    } catch {
      // a full disk may be free again for the next line
      this.#isCut ||= at > 0
      return false
    }
    this.#isCut = false
    return true
  }

  flushed(): Promise<void> {
    return Promise.resolve()
  }
}

/** A pipe opened anew: whether writing waits is then nobody else's to say. Not where the system does not let us. */
function ownPipe(fd: number): Socket | undefined {
  try {
    return new Socket({
      fd: openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK),
      readable: false,
    })
  } catch {
    return undefined
  }
}

/** Standard output or standard error, whatever they are. */
export function openOutput(stream: NodeJS.WriteStream & { fd: number }): LogOutput {
  const kind = fstatSync(stream.fd)
  if (kind.isFIFO()) return new StreamOutput(ownPipe(stream.fd) ?? stream)
  return kind.isSocket() || isatty(stream.fd) ? new StreamOutput(stream) : new FileOutput(stream.fd)
}
