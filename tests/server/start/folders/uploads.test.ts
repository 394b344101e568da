import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { openFileFolder } from '../../../../src/server/start/folders/file-folder.ts'

const ID = 'an-upload-that-is-cut-off-0123456'
const folders: string[] = []
async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  folders.push(folder)
  const lying = async () =>
    (await readdir(join(folder, 'files'), { recursive: true })).filter(name => name.includes(ID))
  return { files: await openFileFolder(folder), lying }
}

afterEach(async () => {
  await Promise.all(folders.splice(0).map(folder => rm(folder, { recursive: true })))
})

describe('uploads under way when the server ends', () => {
  it('are waited for until what was cut off has left nothing behind', async () => {
    const { files, lying } = await opened()
    const content = new PassThrough()
    const taken = files.put(ID, content).then(
      () => 'kept',
      () => 'failed',
    )
    content.write('half of it')
    while ((await lying()).length === 0) await new Promise(resolve => setImmediate(resolve))
    content.destroy(new Error('cut off'))
    await files.settled()
    expect(await lying()).toEqual([])
    expect(await taken).toBe('failed')
  })

  it('are waited for until they are kept', async () => {
    const { files, lying } = await opened()
    const content = new PassThrough()
    const taken = files.put(ID, content)
    content.end('all of it')
    await files.settled()
    expect(await lying()).toEqual([join(ID.slice(0, 2), ID)])
    expect((await taken).size).toBe(9)
  })
})
