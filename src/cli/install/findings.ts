/** What `doctor` finds, and what to do about it: decided from facts alone. */
import type { Language } from '../args.ts'
import type { DatabaseFacts } from '../../server/start/database/database-facts.ts'
import { LEAST_OPEN_FILES } from '../../server/start/settings/open-files.ts'
import { compareVersions } from './version.ts'

export type Words = Readonly<Record<Language, string>>
export type State = 'good' | 'doubtful' | 'bad'
export interface Finding {
  about: Words
  state: State
  says: Words
  /** what to do; nothing where all is well */
  todo?: Words
}

export const words = (zh: string, en: string): Words => ({ zh, en })
export const finding = (about: Words, state: State, says: Words, todo?: Words): Finding => ({
  about,
  state,
  says,
  todo,
})

const OLD_NODE = '22.0.0'
export function nodeFinding(version: string, wanted: string): Finding {
  const about = words('Node', 'Node')
  const says = words(version, version)
  if (compareVersions(version, wanted) < 0)
    return finding(about, 'bad', says, words(`需要 ${wanted}，请更换`, `${wanted} is needed: take another one`))
  return compareVersions(version, OLD_NODE) < 0
    ? finding(
        about,
        'doubtful',
        says,
        words('这个大版本已停止维护，请换成 24', 'This major version is no longer mended: take 24'),
      )
    : finding(about, 'good', says)
}

export interface Port {
  port: number
  host: string
  /** error code of listening there; nothing where it is free */
  trouble: string | undefined
  isOurs: boolean
}
export function portFinding({ port, host, trouble, isOurs }: Port): Finding {
  const [about, at] = [words('端口', 'Port'), `${host}:${port}`]
  if (isOurs) return finding(about, 'good', words(`${at}，本服务正在使用`, `${at}, in use by this server`))
  if (trouble === undefined) return finding(about, 'good', words(`${at} 空闲`, `${at} is free`))
  if (trouble === 'EACCES')
    return finding(
      about,
      'bad',
      words(`不能监听 ${at}：没有权限`, `${at}: no right to listen there`),
      words('1024 以下的端口留给 nginx，这里用 PORT=8080', 'Leave ports below 1024 to nginx, and set PORT=8080 here'),
    )
  return finding(
    about,
    'bad',
    words(`不能监听 ${at}：${trouble}`, `${at}: ${trouble}`),
    words(
      '停止占用它的程序，或用 PORT、HOST 指定别的',
      'Stop the program that uses it, or name others by PORT and HOST',
    ),
  )
}

export interface Folder {
  about: Words
  path: string
  isThere: boolean
  isWritable: boolean
  /** others may read it */
  isOpen: boolean
}
export function folderFinding({ about, path, isThere, isWritable, isOpen }: Folder): Finding {
  const says = words(path, path)
  if (!isWritable)
    return finding(
      about,
      'bad',
      words(`${path} 不能写`, `${path} cannot be written`),
      words(
        '用运行服务的账号执行 doctor；仍不能写时，把目录 chown 给该账号',
        'Run doctor as the account of the server; where it still cannot write, chown the folder to it',
      ),
    )
  if (!isThere) return finding(about, 'good', words(`${path}，首次启动时建立`, `${path}, made at the first start`))
  return isOpen
    ? finding(
        about,
        'doubtful',
        words(`${path} 可被其他账号读取`, `${path} can be read by others`),
        words('chmod -R go= 该目录；服务启动时也会收紧', 'chmod -R go= it; a start does so, too'),
      )
    : finding(about, 'good', says)
}

const MINUTE = 60_000
/** `released`: when this release was made; `database`: its time; `isSynchronised`: by NTP. */
export interface Clock {
  now: number
  released: number
  database: number | undefined
  isSynchronised: boolean | undefined
}
export function clockFinding({ now, released, database, isSynchronised }: Clock): Finding {
  const skew = (database ?? now) - now
  const about = words('时钟', 'Clock')
  const says = words(new Date(now).toISOString(), new Date(now).toISOString())
  const mend = words(
    '用 NTP 校时（chrony、systemd-timesyncd）：会话和动态验证都依赖时间',
    'Keep it by NTP (chrony, systemd-timesyncd): sessions and second factors need it',
  )
  if (now < released)
    return finding(about, 'bad', words('比本版本的发布时间还早', 'It is before this release was made'), mend)
  if (Math.abs(skew) > MINUTE)
    return finding(
      about,
      'bad',
      words(`与数据库相差 ${Math.round(skew / 1000)} 秒`, `${Math.round(skew / 1000)} s from the database's`),
      mend,
    )
  return isSynchronised === false
    ? finding(about, 'doubtful', words('没有校时', 'It is not synchronised'), mend)
    : finding(about, 'good', says)
}

const FEW_OPEN_FILES = 4096
/** `limit`: of the server that runs, or of the account that asks; unknown where the system does not tell. */
export function openFilesFinding(limit: number | undefined): Finding {
  const about = words('打开文件数', 'Open files')
  if (limit === undefined) return finding(about, 'good', words('系统没有说', 'The system does not tell'))
  const says = words(`最多 ${limit} 个`, `${limit} at most`)
  if (limit >= FEW_OPEN_FILES) return finding(about, 'good', says)
  return finding(
    about,
    limit < LEAST_OPEN_FILES ? 'bad' : 'doubtful',
    says,
    words(
      '每个连接、上传和下载各占一个：调大 ulimit -n，systemd 用 LimitNOFILE=16384',
      'Each connection, upload and download takes one: raise ulimit -n, LimitNOFILE=16384 in systemd',
    ),
  )
}

const [LEAST_MB, FEW_MB] = [1024, 5 * 1024]
export function diskFinding(path: string, freeMb: number): Finding {
  const about = words('磁盘', 'Disk')
  const says = words(`${path} 剩余 ${freeMb} MB`, `${freeMb} MB left for ${path}`)
  if (freeMb >= FEW_MB) return finding(about, 'good', says)
  return finding(
    about,
    freeMb < LEAST_MB ? 'bad' : 'doubtful',
    says,
    words('清理或扩容；备份请放到别的磁盘', 'Make room, and keep backups on another disk'),
  )
}

export function chromiumFinding(path: string | undefined): Finding {
  const about = words('浏览器', 'Chromium')
  if (path !== undefined) return finding(about, 'good', words(path, path))
  return finding(
    about,
    'doubtful',
    words('没有找到，不能网页取证', 'Not found: pages cannot be captured'),
    words(
      '安装系统软件包 chromium，或用 CHROMIUM 指定',
      'Install the system’s package chromium, or name it by CHROMIUM',
    ),
  )
}

/** `count`: fonts with Chinese; unknown where the system does not tell. */
export function fontFinding(count: number | undefined): Finding {
  const about = words('中文字体', 'Chinese fonts')
  const todo = words(
    '安装 fonts-noto-cjk 或 fonts-wqy-microhei，否则取证图片中的汉字是方块',
    'Install fonts-noto-cjk or fonts-wqy-microhei, or captured pages show boxes',
  )
  if (count === undefined)
    return finding(
      about,
      'doubtful',
      words('系统没有 fc-list，不知道有没有', 'Unknown: the system has no fc-list'),
      todo,
    )
  return count > 0
    ? finding(about, 'good', words(`${count} 种`, `${count}`))
    : finding(about, 'doubtful', words('没有', 'None'), todo)
}

const [OLDEST, SERVER_CONNECTIONS] = [140_000, 17]
/** Settings, what they should be, and what to do where they are not. */
const WANTED: readonly [name: string, isGood: (value: string) => boolean, todo: Words][] = [
  [
    'server_version_num',
    value => !(Number(value) < OLDEST),
    words('需要 PostgreSQL 14 或更新', 'PostgreSQL 14 or newer is needed'),
  ],
  [
    'server_encoding',
    value => value === 'UTF8',
    words('请建一个 UTF8 编码的数据库', 'Make a database with the encoding UTF8'),
  ],
  [
    'fsync',
    value => value === 'on',
    words('设 fsync = on，否则断电丢数据', 'Set fsync = on, or a power cut loses data'),
  ],
  ['full_page_writes', value => value === 'on', words('设 full_page_writes = on', 'Set full_page_writes = on')],
  [
    'synchronous_commit',
    value => value !== 'off',
    words(
      '设 synchronous_commit = on，否则断电丢失已确认的保存',
      'Set synchronous_commit = on, or a power cut loses what was acknowledged',
    ),
  ],
  [
    'autovacuum',
    value => value === 'on',
    words('设 autovacuum = on，否则越用越慢', 'Set autovacuum = on, or it becomes slower and slower'),
  ],
  [
    'max_connections',
    value => !(Number(value) < 2 * SERVER_CONNECTIONS),
    words(
      `每个实例用 ${SERVER_CONNECTIONS} 个连接，请调大 max_connections`,
      `Each instance takes ${SERVER_CONNECTIONS} connections: raise max_connections`,
    ),
  ],
]
const SLOW_MS = 50

/** `facts`: of a PostgreSQL, or why it does not answer. */
export function databaseFindings(facts: DatabaseFacts | string): Finding[] {
  const about = words('数据库', 'Database')
  if (typeof facts === 'string')
    return [
      finding(
        about,
        'bad',
        words(facts, facts),
        words('检查 DATABASE_URL，以及数据库是否已启动', 'Check DATABASE_URL, and whether the database is up'),
      ),
    ]
  const { settings, milliseconds } = facts
  const wrong = WANTED.filter(([name, isGood]) => settings[name] !== undefined && !isGood(settings[name]))
  const found = wrong.map(([name, , todo]) =>
    finding(about, 'bad', words(`${name} = ${settings[name]}`, `${name} = ${settings[name]}`), todo),
  )
  if (milliseconds > SLOW_MS)
    found.push(
      finding(
        about,
        'doubtful',
        words(`一次问答 ${Math.round(milliseconds)} 毫秒`, `One question takes ${Math.round(milliseconds)} ms`),
        words('把服务和数据库放在同一机房', 'Keep server and database in one room'),
      ),
    )
  const version = `PostgreSQL ${Math.floor(Number(settings['server_version_num']) / 10_000)}`
  return found.length > 0 ? found : [finding(about, 'good', words(version, version))]
}

/** The embedded one needs locks of the operating system; `trouble`: why there are none. */
export const lockFinding = (trouble: string | undefined): Finding =>
  trouble === undefined
    ? finding(words('数据库', 'Database'), 'good', words('内置', 'embedded'))
    : finding(
        words('数据库', 'Database'),
        'bad',
        words(`内置数据库不能用：${trouble}`, `The embedded one cannot be used: ${trouble}`),
        words(
          '这种处理器或系统没有文件锁，请用 PostgreSQL（DATABASE_URL）',
          'This processor or system has no locks: use a PostgreSQL (DATABASE_URL)',
        ),
      )
