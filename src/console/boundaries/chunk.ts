import type { ConsoleApp } from '../app/app.ts'
import { numberOf } from '../data/settings/constants.ts'
import { t } from '../i18n/t.ts'

/** A chunk could not be loaded: a new release has replaced it, or the network failed (R8.06). */
export class ChunkError extends Error {
  constructor() {
    super(t('页面资源没有取到，系统可能刚刚更新，请重新加载'))
  }
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
      coming.catch(() => {
        throw new ChunkError()
      }),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}
