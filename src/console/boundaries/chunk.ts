import type { ConsoleApp } from '../app/app.ts'
import { doubtConnection, isReachable } from '../data/http/connection.ts'
import { numberOf } from '../data/settings/constants.ts'
import { notify } from '../feedback/notice.ts'
import { t } from '../i18n/t.ts'
import { missingPart } from './missing-part.ts'

/** A chunk is missing although the server answers: a new release has replaced it (R8.06). */
export class ChunkError extends Error {
  constructor(cause?: unknown) {
    super(t('页面资源没有取到，系统可能刚刚更新，请重新加载'), { cause })
  }
}

/** A chunk could not be loaded because the network is gone: it comes when it is tried again. */
export class NetworkError extends Error {
  constructor() {
    super(t('网络不通，页面内容没有取到，恢复后请重试'))
  }
}

/** Why something did not load: only a server that answers can have replaced it. */
async function reasonOf(cause: unknown): Promise<ChunkError | NetworkError> {
  if (await isReachable()) return new ChunkError(cause)
  doubtConnection()
  return new NetworkError()
}

export async function chunk<T>(
  app: ConsoleApp,
  coming: Promise<T>,
  limit = numberOf(app, 'chunkTimeout', 120_000),
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError()), limit)
  })
  try {
    return await Promise.race([
      coming.catch(async (cause: unknown) => {
        throw await reasonOf(cause)
      }),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** Loads what a click needs and goes on with it. A failure is told, and can be tried again. */
export function reach<T>(app: ConsoleApp, load: () => Promise<T>, then: (part: T) => unknown): void {
  chunk(app, load()).then(
    part => void then(part),
    (failure: Error) => {
      if (failure instanceof ChunkError) missingPart(app).set(true)
      else notify(app, { level: 'error', text: failure.message, again: () => reach(app, load, then) })
    },
  )
}
