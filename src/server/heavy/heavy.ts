/**
 * What each piece of heavy work is ordered with, what is passed on to it piece by piece, and what it gives piece by
 * piece: plain data, which travels between processes. Folders add theirs by declaration merging on this interface.
 */
// oxlint-disable-next-line no-empty-interface
export interface HeavyWorks {}

export type HeavyWork = keyof HeavyWorks
type Of<W extends HeavyWork, Part extends 'order' | 'input' | 'output'> = HeavyWorks[W][Part]

/** How a piece of work is done: it holds no more than it must, because nothing is taken before it is asked for. */
export type HeavyDoer<W extends HeavyWork> = (
  order: Of<W, 'order'>,
  input: AsyncIterable<Of<W, 'input'>>,
) => AsyncIterable<Of<W, 'output'>>

export interface HeavyInput<W extends HeavyWork> {
  input?: AsyncIterable<Of<W, 'input'>>
  /** ends the work */
  signal?: AbortSignal | undefined
}

/**
 * Reading what somebody has sent and writing what is large, in processes of their own with limits of memory and time: a
 * file that breaks them ends them and not the server. Refusals of the work, and of its limits, are thrown as such.
 */
export interface Heavy {
  run<W extends HeavyWork>(work: W, order: Of<W, 'order'>, given?: HeavyInput<W>): AsyncGenerator<Of<W, 'output'>, void>
}

/** All that a piece of work writes, where it is small. */
export async function wholeOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** The same pieces, once the first of them is there. */
export async function begun<T>(pieces: AsyncGenerator<T, void>): Promise<AsyncGenerator<T, void>> {
  const first = await pieces.next()
  return (async function* () {
    try {
      if (!first.done) yield first.value
      yield* pieces
    } finally {
      await pieces.return()
    }
  })()
}
