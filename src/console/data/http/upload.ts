interface Request {
  method: string
  headers: Record<string, string>
  body: string | FormData | null
}

/** Like fetch, but reports the progress of the upload, which fetch cannot; based on XMLHttpRequest. */
export function upload(
  url: string,
  { method, headers, body }: Request,
  onProgress: (part: number) => void,
  stop?: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable && event.total) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) })),
    )
    for (const name of ['error', 'timeout', 'abort']) request.addEventListener(name, () => reject(new TypeError(name)))
    stop?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return headers
}
