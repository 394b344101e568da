import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../folders.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const DOCKERFILE = read('deploy/Dockerfile')
const COMPOSITION = read('deploy/compose.yaml')

const UNIT = read('deploy/wangjian.service')
/** What the unit says of something, each time that it does. */
const unitSays = (name: string): string[] =>
  [...UNIT.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

const inDockerfile = (text: string): string[] => validate(text).map(({ message }) => String(message))

interface Service {
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
}
interface Composition {
  services: Record<string, Service>
  volumes?: object
}

/** The Compose Specification's own schema, see NOTICE; ajv does not know the address by which it names its draft. */
const isComposition = new Ajv({ strict: false, allErrors: true, validateSchema: false }).compile<Composition>(
  JSON.parse(read('tests/conventions/compose-spec/compose-spec.json')) as object,
)

/** What a schema cannot say: that what one part names is there. */
function namesIn({ services, volumes = {} }: Composition): string[] {
  return Object.entries(services).flatMap(([name, { depends_on = {}, volumes: used = [] }]) => [
    ...Object.entries(depends_on)
      .filter(([other, { condition }]) => condition === 'service_healthy' && !services[other]?.healthcheck)
      .map(([other]) => `${name}: ${other} is not there, or nobody asks for its health`),
    ...used
      .map(volume => volume.split(':')[0] ?? '')
      .filter(volume => /^\w/.test(volume) && !(volume in volumes))
      .map(volume => `${name}: the volume ${volume} is not declared`),
  ])
}

function inComposition(text: string): string[] {
  const file: unknown = parse(text)
  if (isComposition(file)) return namesIn(file)
  return (isComposition.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Docker is not here: what can be told of these files without it. */
describe('the files for containers', () => {
  it('are as Docker and the Compose Specification want them', () => {
    expect(inDockerfile(DOCKERFILE)).toEqual([])
    expect(inComposition(COMPOSITION)).toEqual([])
  })

  it('name files and settings that there are', () => {
    const { services } = parse(COMPOSITION) as Composition
    const [server] = Object.values(services)
    const { context = '', dockerfile = '' } = server?.build ?? {}
    expect(existsSync(join(ROOT, 'deploy', context, dockerfile))).toBe(true)
    const settings = read('README.md') + read('docs/deployment.md')
    const inImage = [...DOCKERFILE.matchAll(/^ENV (.*)$/gm)].flatMap(
      ([, all = '']) => all.match(/\b[A-Z_]+(?==)/g) ?? [],
    )
    expect(inImage.length).toBeGreaterThan(0)
    for (const name of [...inImage, ...Object.keys(server?.environment ?? {})])
      expect(settings, `${name} is a setting`).toContain(`\`${name}`)
  })

  it('run a Node that the release is made for, and the program that lies in it', () => {
    const [, node = ''] = /^FROM node:(\d+)-/m.exec(DOCKERFILE) ?? []
    expect(read('docs/deployment.md')).toContain(`take ${node}`)
    const [, to = ''] = /^COPY .* \. (\S+)$/m.exec(DOCKERFILE) ?? []
    expect(DOCKERFILE).toContain(`CMD ["${to}/wangjian", "start"]`)
  })

  it.each([
    ['COPI . /a', 'Unknown instruction: COPI'],
    ['COPY --chowm=a . /a', 'Unknown flag: chowm'],
    ['EXPOSE port', 'Invalid containerPort: port'],
    ['HEALTHCHECK --interval=10 CMD a', 'time: missing unit in duration 10'],
  ])('would be told of %s', (line, message) => {
    expect(inDockerfile(`${DOCKERFILE}${line}\n`).filter(one => !one.startsWith('There can only be one'))).toEqual([
      message,
    ])
  })

  it.each([
    ['restart: unless-stopped', 'restarts: unless-stopped'],
    ['condition: service_healthy', 'condition: healthy'],
    ['depends_on:\n      database:', 'depends_on:\n      databank:'],
    ["volumes: ['files:", "volumes: ['file:"],
    ['      interval: 5s', '      interval: [5s]'],
  ])('would be told where %s is something else', (right, wrong) => {
    expect(COMPOSITION).toContain(right)
    expect(inComposition(COMPOSITION.replace(right, wrong))).not.toEqual([])
  })
})

describe('the unit of deploy/', () => {
  it('lets the service write its data and backups alone, and not the programs that root runs', () => {
    expect(unitSays('ProtectSystem')).toEqual(['strict'])
    expect(unitSays('StateDirectory')).toEqual(['wangjian'])
    expect(unitSays('ReadWritePaths')).toEqual(['-/opt/wangjian/backups'])
    expect(UNIT).toContain('install -d -o root -g root -m 0755 /opt/wangjian\n')
    expect(UNIT).toContain('DATA_DIR=/var/lib/wangjian')
    expect(UNIT).not.toMatch(/(?:-o wangjian|chown).* \/opt\/wangjian(?:\s|$)/m)
  })

  it('leaves it no capability, no other account and the system calls of a service', () => {
    for (const name of ['CapabilityBoundingSet', 'AmbientCapabilities']) expect(unitSays(name), name).toEqual([''])
    const kept =
      'NoNewPrivileges RestrictSUIDSGID ProtectHome PrivateTmp PrivateDevices LockPersonality ProtectKernelTunables'
    const also =
      'ProtectKernelModules ProtectKernelLogs ProtectControlGroups ProtectClock ProtectHostname RestrictRealtime'
    for (const name of `${kept} ${also}`.split(' ')) expect(unitSays(name), name).toEqual(['true'])
    expect(unitSays('User')).toEqual(['wangjian'])
    // seccomp, chroot and the namespaces are the browser's sandbox
    expect(unitSays('SystemCallFilter')).toEqual(['@system-service @pkey chroot seccomp'])
    expect(unitSays('RestrictNamespaces')).toEqual(['user pid net'])
    expect(unitSays('RestrictAddressFamilies')).toEqual(['AF_UNIX AF_INET AF_INET6 AF_NETLINK'])
  })
})
