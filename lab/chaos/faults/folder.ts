import { spawnSync } from 'node:child_process'
import { appendFile, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SmallDisk } from '../../../tests/server/durability/small-disk.ts'
import { Ground } from '../ground.ts'
import { expect, sleep, until, within } from '../report.ts'
import { expectWords, refusedInWords, underLoad, type Fault } from './fault.ts'

const P = 'PGlite'
const G = 'PostgreSQL'
const SCHEMA = 'schemas/entities/website.yaml'
const version = async ({ person }: Ground): Promise<string> =>
  ((await (await fetch(`${person.url}/healthz`)).json()) as { configuration?: string }).configuration ?? ''
const edit = async ({ config }: Ground, change: (text: string) => string): Promise<void> => {
  const file = join(config, SCHEMA)
  await writeFile(file, change(await readFile(file, 'utf8')))
}
const remount = (folder: string, how: 'ro' | 'rw'): boolean =>
  spawnSync('mount', ['-o', `remount,${how}`, folder]).status === 0

/** Runs with a small disk of its own. */
async function onDisk(megabytes: number, run: (disk: SmallDisk, ground: Ground) => Promise<void>): Promise<void> {
  const disk = SmallDisk.mounted(megabytes)
  if (!disk) throw new Error('no disk can be mounted here')
  const ground = await Ground.open(P, { data: join(disk.folder, 'data') })
  try {
    await run(disk, ground)
    const losses = await ground.losses()
    expect(
      Object.values(losses).every(count => count === 0),
      JSON.stringify(losses),
    )
  } finally {
    await ground.close()
    disk.remove()
  }
}

export const FOLDER: Fault[] = [
  {
    name: 'the disk is full, and free again',
    on: P,
    mounts: true,
    run: () =>
      onDisk(200, (disk, ground) =>
        underLoad(ground, async ledger => {
          disk.fill()
          await until('whoever saves is told', () => ledger.refused.length > 2)
          const { status } = await ground.person.upload('a.txt', new Blob(['很多字'.repeat(20_000)]))
          expect(status === 503, `an upload was answered with ${status}`)
          disk.free()
          await ledger.more(5)
          expectWords(ledger)
        }),
      ),
  },
  {
    name: 'the data folder becomes read-only, and writable again',
    on: P,
    mounts: true,
    run: () =>
      onDisk(200, async (disk, ground) => {
        expect(remount(disk.folder, 'ro') || true, '')
        const reply = await ground.person.upload('a.txt', new Blob(['字'])).catch(() => undefined)
        remount(disk.folder, 'rw')
        expect(
          reply !== undefined && (reply.status === 200 || reply.status === 503),
          `an upload was answered with ${reply?.status} ${reply?.body.resultMsg}`,
        )
        await underLoad(ground, ledger => ledger.more(5))
      }),
  },
  {
    name: 'a start in a folder that is read-only',
    on: P,
    mounts: true,
    run: async ground => {
      const disk = SmallDisk.mounted(20)
      if (!disk) throw new Error('no disk can be mounted here')
      try {
        remount(disk.folder, 'ro')
        await refusedInWords(
          (await ground.another({ DATA_DIR: join(disk.folder, 'data'), DATABASE_URL: '' })).ended,
          /DATA_DIR|数据目录|只读|权限|read-only|permission/,
        )
      } finally {
        disk.remove()
      }
    },
  },
  {
    name: 'a link that leads in a circle under customers/',
    run: async ground => {
      const link = join(ground.config, 'customers', 'circle')
      await symlink('.', link)
      await sleep(2000)
      expect(ground.isRunning && (await ground.person.healthy()) === 200, 'the server stays')
      await ground.restart()
      await rm(link)
    },
  },
  {
    name: 'customers/ is gone',
    run: async ground => {
      const [before, folder] = [await version(ground), join(ground.config, 'customers')]
      const heard = ground.server.output.length
      await rename(folder, `${folder}.away`)
      try {
        await until('the operator is told', () => ground.server.output.length > heard, 20_000)
        expect((await version(ground)) === before, 'the last good configuration is given up')
      } finally {
        await rename(`${folder}.away`, folder)
      }
      await until('it is as before', async () => (await version(ground)) === before, 30_000)
    },
  },
  {
    name: 'YAML that cannot be read is saved, and mended',
    run: async ground => {
      const before = await version(ground)
      const good = await readFile(join(ground.config, SCHEMA), 'utf8')
      await edit(ground, text => `${text}\n  : [broken`)
      await until('the operator is told', () => ground.server.output.includes('配置有错误'))
      expect((await version(ground)) === before, 'the last good configuration stays')
      await edit(ground, () => good.replace('fields:', 'fields:\n  chaosField: {label: 备注, kind: text}'))
      await until('the mended one is taken over', async () => (await version(ground)) !== before)
    },
  },
  {
    name: 'a hundred saves of YAML in a row, under load',
    run: ground =>
      underLoad(ground, async ledger => {
        for (let n = 0; n < 100; n++) {
          await appendFile(join(ground.config, SCHEMA), `\n# ${n}`)
          await sleep(30)
        }
        await ledger.more(10)
        expect(ledger.refused.length === 0, `${ledger.refused.length} saves were refused`)
      }),
  },
  {
    name: 'YAML is saved while the database is away',
    on: G,
    run: async ground => {
      const before = await version(ground)
      await ground.postgres?.end('SIGINT')
      await edit(ground, text => text.replace('fields:', `fields:\n  awayField: {label: 离开, kind: text}`))
      await sleep(4000)
      await ground.postgres?.start()
      await until(
        'the edit takes effect',
        async () => {
          const now = await version(ground)
          return now !== '' && now !== before
        },
        90_000,
      )
    },
  },
  {
    name: 'a second server on the same folder',
    on: P,
    run: async ground => {
      await refusedInWords((await ground.another()).ended, /已有|占用|正在使用|in use|another/i)
      expect((await ground.person.healthy()) === 200, 'the first one is well')
    },
  },
  {
    name: 'the lock is deleted, and a second server comes',
    on: P,
    run: async ground => {
      for (const name of await readdir(ground.data))
        if (/lock/i.test(name)) await rm(join(ground.data, name), { recursive: true, force: true })
      const second = await ground.another()
      const started = await Promise.race([
        second.ended.then(() => false),
        second.running().then(
          () => true,
          () => false,
        ),
      ])
      if (started) await second.stop('SIGKILL')
      expect(!started, 'two servers on one folder')
      await underLoad(ground, ledger => ledger.more(5))
    },
  },
  {
    name: 'kill -9, and a start at once',
    run: async ground => {
      await within(60_000, 'it starts', ground.restart('SIGKILL'))
    },
  },
  {
    name: 'kill -9 in the middle of a start',
    run: async ground => {
      await ground.server.stop()
      for (const ms of [500, 1500, 2500]) {
        const server = await ground.another()
        await sleep(ms)
        await server.stop('SIGKILL')
      }
      await ground.start()
    },
  },
  {
    name: 'the port is taken',
    run: async ground => {
      await refusedInWords(
        (
          await ground.another({
            PORT: new URL(ground.person.url).port,
            DATA_DIR: `${ground.data}-b`,
            DATABASE_URL: '',
          })
        ).ended,
        /端口/,
      )
    },
  },
]
