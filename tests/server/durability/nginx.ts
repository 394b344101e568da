import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findNginx } from '../../../scripts/find-tools.ts'
import { freePort } from '../support/postgres.ts'
import { forget, ROOT, temporary } from '../../folders.ts'

export const noNginx =
  findNginx() === undefined ? 'nginx is not installed: the test of several instances is skipped' : undefined
if (noNginx) console.warn(noNginx)

const SERVER = 'server 127.0.0.1:8080 max_fails=1 fail_timeout=5s;'

/** The file that operators take, but for its place, its certificate and who stands behind it. */
function site(port: number, instances: string[], folder: string): string {
  const text = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
  const lines = instances.map(url => SERVER.replace('127.0.0.1:8080', new URL(url).host))
  const ours = text
    .replace(SERVER, lines.join('\n'))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replace('/var/log/nginx/', `${folder}/`)
  if (/ssl|\/var\/log|\/etc/.test(ours.replace(/^ *#.*$/gm, ''))) throw new Error(`not ours alone:\n${ours}`)
  return ours
}

const configuration = (port: number, instances: string[], folder: string): string => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
worker_processes 1;
events { worker_connections 512; }
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(what => `${what}_temp_path ${folder}/${what};`).join(' ')}
  ${site(port, instances, folder)}
}`

export interface Proxy {
  url: string
  stop(): Promise<void>
}

async function answers(url: string, nginx: ChildProcess): Promise<void> {
  while (
    !(await fetch(`${url}/healthz`).then(
      answer => answer.ok,
      () => false,
    ))
  ) {
    if (nginx.exitCode !== null) throw new Error('nginx has ended')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

export async function startNginx(instances: string[]): Promise<Proxy> {
  const folder = temporary()
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, `${process.getuid?.() === 0 ? 'user root;' : ''}${configuration(port, instances, folder)}`)
  const nginx = spawn(findNginx() ?? '', ['-c', file, '-p', folder], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await answers(url, nginx)
  return {
    url,
    stop: async () => {
      const ended = new Promise(resolve => nginx.once('exit', resolve))
      nginx.kill('SIGTERM')
      await ended
      await forget(folder)
    },
  }
}
