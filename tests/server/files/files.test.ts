import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { UploadedFile } from '../../../src/server/attachments/register.ts'
import { packedName } from '../../../src/server/files/zip.ts'
import { chinaTime } from '../../../src/server/db/time.ts'
import type { Api } from '../support/api.ts'
import { onOneDatabase } from '../support/both.ts'
import { PNG } from '../../picture.ts'

const BOUNDARY = 'b0undary'
interface Part {
  name: string
  content: Buffer | string
}

function form(parts: Part[]): Buffer {
  const chunks = parts.flatMap(({ name, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

function fileContract(api: () => Api): void {
  const upload = async (
    user: string,
    ...parts: Part[]
  ): Promise<{ status: number; body: { resultMsg?: string; data?: UploadedFile } }> => {
    const headers = {
      authorization: `Bearer ${await api().token(user)}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    }
    const answer = await api().app.inject({
      method: 'POST',
      url: '/prod-api/api-im/file/uploads',
      headers,
      payload: form(parts),
    })
    return { status: answer.statusCode, body: answer.json() as { resultMsg?: string; data?: UploadedFile } }
  }
  const get = async (
    user: string,
    url: string,
    how: 'cookie' | 'bearer' = 'bearer',
  ): Promise<LightMyRequestResponse> => {
    const token = await api().token(user)
    return api().app.inject({
      url,
      headers: how === 'cookie' ? { cookie: `Token=${token}` } : { authorization: `Bearer ${token}` },
    })
  }

  describe('files', () => {
    it('R7.07 are taken in and given back to whoever uploaded them, by header or cookie', async () => {
      const { status, body } = await upload('huainan_datong', { name: '截图 1.png', content: PNG })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        name: '截图 1.png',
        size: PNG.length,
        type: 'image/png',
        url: `/file/${body.data?.id}/${encodeURIComponent('截图 1.png')}`,
      })
      for (const [url, how] of [
        [body.data?.url, 'cookie'],
        [`/file/${body.data?.id}`, 'bearer'],
      ] as const) {
        const answer = await get('huainan_datong', String(url), how)
        expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload.equals(PNG)]).toEqual([
          200,
          'image/png',
          true,
        ])
        expect(answer.headers['content-disposition']).toContain('inline')
        expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      }
      expect((await api().app.inject({ url: String(body.data?.url) })).statusCode).toBe(401)
    })

    it('are asked for each time: what a browser keeps is given to nobody who comes after', async () => {
      const { body } = await upload('huainan_datong', { name: '截图 2.png', content: PNG })
      const ask = async (user: string, tag?: string): Promise<LightMyRequestResponse> =>
        api().app.inject({
          url: String(body.data?.url),
          headers: { authorization: `Bearer ${await api().token(user)}`, ...(tag ? { 'if-none-match': tag } : {}) },
        })
      const first = await ask('huainan_datong')
      expect(first.headers['cache-control']).toBe('private, no-cache')
      const tag = String(first.headers['etag'])
      const again = await Promise.all([tag, `W/${tag}`, `"other", ${tag}`].map(one => ask('huainan_datong', one)))
      expect(again.map(({ statusCode, rawPayload }) => [statusCode, rawPayload.length])).toEqual(
        again.map(() => [304, 0]),
      )
      expect((await ask('huainan_datong', '"other"')).rawPayload.equals(PNG)).toBe(true)
      const other = await ask('huainan_tianjiaan', tag)
      expect([other.statusCode, other.headers['etag'], other.headers['cache-control']]).toEqual([
        404,
        undefined,
        'no-store',
      ])
    })

    it('of another person are not there', async () => {
      const { body } = await upload('huainan_datong', { name: 'a.txt', content: '内容' })
      for (const user of ['huainan_tianjiaan', 'huainan_admin', 'admin'])
        expect((await get(user, String(body.data?.url))).statusCode, user).toBe(404)
      for (const [id, status] of [
        ['nothing', 404],
        ['..%2f..%2fpg', 400],
        ['x'.repeat(32), 404],
      ] as const)
        expect((await get('huainan_datong', `/file/${id}`)).statusCode).toBe(status)
    })

    it('are open to those who may read a record that names them, and to nobody else', async () => {
      const { body } = await upload('huainan_datong', { name: '页面.png', content: PNG })
      const url = String(body.data?.url)
      const site = await api().first('/api-im/website/websiteList', await api().token('huainan_datong'))
      const save = async (user: string, uniqueId: unknown, licenseShot: string): ReturnType<Api['ask']> =>
        api().ask('POST', '/api-im/website/save', await api().token(user), {
          uniqueId,
          signsLicenses: 1,
          showType: '1',
          licenseShot,
        })
      const foreign = await api().first('/api-im/website/websiteList', await api().token('huainan_tianjiaan'))
      const planted = await save('huainan_tianjiaan', foreign['uniqueId'], url)
      expect([planted.status, planted.body.errors]).toEqual([
        400,
        { licenseShot: '亮照截图里有不存在或无权使用的文件' },
      ])
      expect((await save('huainan_datong', site['uniqueId'], url)).status).toBe(200)
      expect((await get('huainan_admin', url)).statusCode).toBe(200)
      expect((await get('huainan_tianjiaan', url)).statusCode).toBe(404)
      await save('huainan_datong', site['uniqueId'], '')
      expect((await get('huainan_admin', url)).statusCode).toBe(404)
    })

    it('that a record has had since before stay as they are, and nothing is added to them but ours', async () => {
      const token = await api().token('huainan_datong')
      const { uniqueId, licenseShot } = await api().first('/api-im/website/websiteList', token)
      const collected = 'https://cdn.example/collected.png'
      await api()
        .db.updateTable('website')
        .set({ licenseShot: collected })
        .where('uniqueId', '=', String(uniqueId))
        .execute()
      const save = async (values: object) =>
        api().ask('POST', '/api-im/website/save', token, { uniqueId, signsLicenses: 1, showType: '1', ...values })
      const kept = async (): Promise<unknown> =>
        (
          await api()
            .db.selectFrom('website')
            .select('licenseShot')
            .where('uniqueId', '=', String(uniqueId))
            .executeTakeFirst()
        )?.['licenseShot']
      expect((await save({ licenseShot: collected, remark: '改过' })).status).toBe(200)
      expect(await kept()).toBe(collected)
      const planted = await save({ licenseShot: 'https://cdn.example/other.png' })
      expect([planted.status, planted.body.errors]).toEqual([
        400,
        { licenseShot: '亮照截图里的“https://cdn.example/other.png”不是上传到本系统的文件，请重新上传' },
      ])
      const own = await api().upload(token, '页面 1.png', PNG)
      expect((await save({ licenseShot: own.split('/')[2] })).status).toBe(200)
      expect(await kept()).toBe(own)
      await api()
        .db.updateTable('website')
        .set({ licenseShot: licenseShot ?? null })
        .where('uniqueId', '=', String(uniqueId))
        .execute()
    })

    it('are refused by type, by content, by size and when there is none', async () => {
      const wrong: [Part, number, string][] = [
        [{ name: 'run.exe', content: 'MZ' }, 400, '不支持的文件类型：run.exe'],
        [{ name: 'page.html', content: '<script>' }, 400, '不支持的文件类型：page.html'],
        [{ name: 'noextension', content: 'x' }, 400, '不支持的文件类型'],
        [{ name: 'constructor', content: 'x' }, 400, '不支持的文件类型'],
        [{ name: 'fake.png', content: '<script>alert(1)</script>' }, 400, '文件内容与类型不符：fake.png'],
        [{ name: 'short.png', content: '\x89PNG' }, 400, '文件内容与类型不符'],
        [{ name: 'fake.webp', content: Buffer.from('RIFF0000AVI LIST0000') }, 400, '文件内容与类型不符'],
        [{ name: 'fake.pdf', content: 'not a pdf at all, really not' }, 400, '文件内容与类型不符'],
        [{ name: 'drawing.svg', content: '<svg onload="alert(1)"/>' }, 400, '不支持的文件类型：drawing.svg'],
        [{ name: 'picture.png.html', content: PNG }, 400, '不支持的文件类型：picture.png.html'],
        [{ name: 'page.html.png', content: '<!doctype html><script>alert(1)</script>' }, 400, '文件内容与类型不符'],
        [
          {
            name: 'archive.xlsx',
            content: Buffer.concat([
              Buffer.from('PK\x03\x04'),
              Buffer.alloc(26),
              Buffer.from('run.exe padding padding padding padding'),
            ]),
          },
          400,
          '文件内容与类型不符',
        ],
        [
          { name: 'program.txt', content: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(80)]) },
          400,
          '文件内容与类型不符',
        ],
        [{ name: 'sound.mp3', content: 'not a sound' }, 400, '文件内容与类型不符'],
        [{ name: 'film.mp4', content: 'not a film, not a film' }, 400, '文件内容与类型不符'],
        [{ name: 'film.flv', content: 'not a film' }, 400, '文件内容与类型不符'],
        [{ name: 'empty.txt', content: '' }, 400, '文件是空的：empty.txt'],
        [
          { name: 'large.txt', content: Buffer.alloc(50 * 1024 * 1024 + 5, 'a') },
          413,
          '文件过大：large.txt（不能超过 50 MB）',
        ],
      ]
      for (const [part, status, message] of wrong) {
        const answer = await upload('huainan_datong', part)
        expect(answer.status, part.name).toBe(status)
        expect(answer.body.resultMsg, part.name).toContain(message)
      }
      expect((await upload('huainan_datong')).body.resultMsg).toBe('请选择要上传的文件')
    })

    it('of any name are refused in words, or are there under the address that was answered', async () => {
      const signs = ['a', '文', '😀', '%', '%2f', '#', '&', '+', ';', "'", ' x', 'é', '．', '%zz', '..x', '$&']
      const long = signs.flatMap(sign =>
        [1, 100, 101, 121, 300].map(length => `${sign.repeat(length).slice(0, 300)}.txt`),
      )
      const odd = [
        '',
        ' ',
        '.',
        '..',
        '...',
        '.txt',
        '..txt',
        ' .txt',
        '\t.txt',
        '\u200b.txt',
        '\u202e.txt',
        '\ufeff',
        '?.txt',
        '???',
        '/',
        '\\',
        'a/',
        'a/.txt',
        '\u0085.txt',
        'a\u2028b.txt',
        'constructor',
        '__proto__.txt',
        '%00.txt',
        '%2e%2e%2f.txt',
      ]
      const failed: string[] = []
      const refused = new Map<string, string>()
      for (const name of [...long, ...odd]) {
        const { status, body } = await upload('huainan_datong', { name, content: name === '' ? 'x' : name })
        if (status === 400) {
          refused.set(name, String(body.resultMsg))
          continue
        }
        const { url = '', name: kept = '' } = body.data ?? {}
        const answer = status === 200 ? await get('huainan_datong', url) : undefined
        const isSame =
          answer?.statusCode === 200
          && answer.rawPayload.equals(Buffer.from(name))
          && decodeURIComponent(url.split('/').at(-1) ?? '') === kept
        if (!isSame) failed.push(`${name}: ${status} ${body.resultMsg ?? ''} ${answer?.statusCode}`)
      }
      expect(failed).toEqual([])
      expect([...refused].filter(([, why]) => !/^(文件没有名字，请改名后再上传$|不支持的文件类型)/.test(why))).toEqual(
        [],
      )
      expect([...refused.keys()].filter(name => long.includes(name) && !/^[.\s]*\.txt$/.test(name))).toEqual([])
      for (const name of ['', '...', ' .txt', '\u200b.txt'])
        expect(refused.get(name), name).toBe('文件没有名字，请改名后再上传')
    })

    it('R7.07 of each kind of the specification are taken in, and given back to be saved', async () => {
      const office = (inner: string): Buffer =>
        Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from(`${inner} and some more content`)])
      const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(40)])
      const kinds: [string, Buffer | string, string][] = [
        ['a.pdf', '%PDF-1.7', 'application/pdf'],
        ['a.txt', '文', 'text/plain; charset=utf-8'],
        ['a.csv', 'a,b', 'text/csv; charset=utf-8'],
        ['a.json', '{}', 'application/json; charset=utf-8'],
        ['a.doc', ole, 'application/msword'],
        ['a.xls', ole, 'application/vnd.ms-excel'],
        ['a.docx', office('word/'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
        ['a.xlsx', office('[Content_Types].xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
        ['a.mp3', 'ID3', 'audio/mpeg'],
        ['a.mp4', Buffer.from('\0\0\0\x18ftypmp42'), 'video/mp4'],
        ['a.flv', Buffer.from('FLV\x01'), 'video/x-flv'],
      ]
      for (const [name, content, type] of kinds) {
        const { status, body } = await upload('huainan_datong', { name, content })
        expect([name, status, body.data?.type]).toEqual([name, 200, type])
        const answer = await get('huainan_datong', String(body.data?.url))
        expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
          type,
          `attachment; filename*=UTF-8''${name}`,
        ])
        expect([answer.headers['x-content-type-options'], answer.rawPayload.equals(Buffer.from(content))]).toEqual([
          'nosniff',
          true,
        ])
      }
    })

    it('have names in archives that every system can keep, and that still tell what they are', () => {
      for (const sign of ['a', '文', '😀']) {
        const name = packedName(`${sign.repeat(300)}.pdf`)
        expect([Buffer.byteLength(name) <= 200, name.endsWith('.pdf'), !/\p{Cs}/u.test(name)]).toEqual([
          true,
          true,
          true,
        ])
      }
      expect(['../../etc/a.txt', '..', 'a:b?.txt'].map(packedName)).toEqual([
        '_/../etc/a.txt'.replaceAll('/', '_'),
        '_',
        'a_b_.txt',
      ])
    })

    it('have a limit a day', async () => {
      const id = 'x'.repeat(32)
      await api()
        .db.insertInto('sys_file')
        .values({
          id,
          userId: 'user-huainan_tianjiaan',
          name: 'a',
          type: 'a',
          size: 2049 * 1024 * 1024,
          sha256: '',
          createTime: chinaTime(),
        })
        .execute()
      const { status, body } = await upload('huainan_tianjiaan', { name: 'a.txt', content: 'a' })
      expect([status, body.resultMsg]).toEqual([413, '一天内上传的文件不能超过 2048 MB'])
      await api().db.deleteFrom('sys_file').where('id', '=', id).execute()
    })

    it('may come several at once, and names lose what does not belong into one', async () => {
      const { body } = await upload(
        'huainan_datong',
        { name: '../../etc/a,b.txt', content: '1' },
        { name: 'c.csv', content: '2' },
      )
      expect((body.data as unknown as UploadedFile[]).map(file => file.name)).toEqual(['a，b.txt', 'c.csv'])
    })
  })
}

onOneDatabase(fileContract)
