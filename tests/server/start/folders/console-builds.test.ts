import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { consoleFiles } from '../../../../src/server/http/static-files.ts'
import { keepBuild, withEarlier } from '../../../../src/server/start/folders/console-builds.ts'
import { precompress } from '../../../../src/server/start/folders/precompress.ts'
import { forget, temporary } from '../../../folders.ts'
import { expectPrivate } from '../../support/private.ts'

describe('R8.06: a new release', () => {
  let dataDir: string
  let dist: string
  const opened: FastifyInstance[] = []
  beforeEach(() => {
    dataDir = temporary('builds-')
    dist = temporary('dist-')
  })
  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close()
    await Promise.all([forget(dataDir), forget(dist)])
  })

  /** As a build does: what was there is gone. */
  async function build(release: number): Promise<void> {
    rmSync(dist, { recursive: true })
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'index.html'), `<html><head><title>x</title></head>${release}</html>`)
    writeFileSync(join(dist, `assets/form-${release}.js`), `release ${release} `.repeat(200))
    writeFileSync(join(dist, 'assets/same-1.js'), 'stays')
    await precompress(dist)
  }
  async function served(release: number): Promise<FastifyInstance> {
    await build(release)
    const app = Fastify()
    opened.push(app)
    await consoleFiles(app, { ...(await withEarlier(dist, dataDir)), boot: async () => undefined })
    return app
  }
  const ask = async (app: FastifyInstance, url: string, encoding = 'br') => {
    const { statusCode, headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    return [statusCode, headers['content-encoding'] ?? 'plain', headers['cache-control'], rawPayload.length > 0]
  }
  const YEAR = 'public, max-age=31536000, immutable'

  it('leaves the files of the two before it to those who have them open, packed as they were', async () => {
    for (const release of [1, 2, 3]) {
      await served(release)
      await keepBuild(dist, dataDir)
    }
    const app = await served(4)
    for (const [release, status] of [
      [4, 200],
      [3, 200],
      [2, 200],
      [1, 404],
    ] as const)
      expect((await ask(app, `/assets/form-${release}.js`))[0], `of release ${release}`).toBe(status)
    expect(await ask(app, '/assets/form-2.js')).toEqual([200, 'br', YEAR, true])
    expect(await ask(app, '/assets/form-2.js', 'identity')).toEqual([200, 'plain', YEAR, true])
    expect(await ask(app, '/assets/form-3.js', 'gzip')).toEqual([200, 'gzip', YEAR, true])
    expect((await app.inject('/any/page')).body).toContain('4</html>')
    expect((await app.inject('/assets/')).body).toContain('4</html>')
  })

  it('keeps three builds and no more, the same one once, and a release that is gone back to is the newest', async () => {
    for (const release of [1, 2, 3, 4, 4, 2, 5]) {
      await build(release)
      await keepBuild(dist, dataDir)
    }
    const kept = readdirSync(join(dataDir, 'console'))
    expect(kept).toHaveLength(3)
    const files = kept.flatMap(name => readdirSync(join(dataDir, 'console', name, 'assets')))
    expect(files.filter(name => /^form-\d\.js$/.test(name)).sort()).toEqual(['form-2.js', 'form-4.js', 'form-5.js'])
  })

  it('keeps what it copies from the other accounts of the machine, whoever may read the console itself', async () => {
    await build(1)
    chmodSync(join(dist, 'assets/form-1.js'), 0o644)
    const mask = process.umask(0o077)
    try {
      await keepBuild(dist, dataDir)
    } finally {
      process.umask(mask)
    }
    expectPrivate(join(dataDir, 'console'))
  })

  it('leaves no half of a build that could not be copied whole', async () => {
    await build(1)
    await keepBuild(dist, dataDir)
    const kept = join(dataDir, 'console')
    const [name = ''] = readdirSync(kept)
    rmSync(join(kept, name), { recursive: true })
    // in the way of the draft
    writeFileSync(join(kept, `${name}.${process.pid}`), '')
    await expect(keepBuild(dist, dataDir)).rejects.toThrow('ENOTDIR')
    expect(readdirSync(kept)).toEqual([])
    await keepBuild(dist, dataDir)
    expect(readdirSync(kept)).toEqual([name])
  })

  it('serves its own where nothing could be kept', async () => {
    writeFileSync(join(dataDir, 'console'), 'a file in its place')
    const app = await served(1)
    await expect(keepBuild(dist, dataDir)).rejects.toThrow('EEXIST')
    expect((await ask(app, '/assets/form-1.js'))[0]).toBe(200)
  })
})
