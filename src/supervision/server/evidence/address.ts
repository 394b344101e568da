const MOST = 2000

/** The error of an address to capture; whether its target may be reached is checked when it is opened. */
export function allowedUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return '网址应以 http:// 或 https:// 开头'
  if (url.username !== '' || url.password !== '') return '网址里不能有用户名和口令'
  return text.length > MOST ? `网址不能超过${MOST}个字` : undefined
}
