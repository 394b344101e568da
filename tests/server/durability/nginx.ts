import { spawn, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findNginx } from '../../../scripts/find-tools.ts'
import { freePort } from '../support/postgres.ts'
import { forget, temporary } from '../../folders.ts'

export const noNginx =
  findNginx() === undefined ? 'nginx is not installed: the test of several instances is skipped' : undefined
if (noNginx) console.warn(noNginx)

/** As docs/deployment.md says, but for files of its own and no encryption. */
const configuration = (port: number, instances: string[], folder: string): string => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(what => `${what}_temp_path ${folder}/${what};`).join(' ')}
  upstream wangjian {
    ${instances.map(url => `server ${new URL(url).host} max_fails=1 fail_timeout=5s;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 520m;
    underscores_in_headers on;
    location / {
      proxy_pass http://wangjian;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout non_idempotent;
    }
  }
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
