import { finding, words, type Finding } from './findings.ts'

/** `isAccounts`: the account of the server, which is not root, can write the home. */
export function homeFinding(path: string, isAccounts: boolean): Finding {
  const about = words('安装目录', 'Home')
  if (!isAccounts) return finding(about, 'good', words(path, path))
  return finding(
    about,
    'doubtful',
    words(
      `运行服务的账号能改写 ${path} 和其中的程序`,
      `The account of the server can write ${path} and the program in it`,
    ),
    words(
      "正式使用时让它属于 root，数据放到别处：见 docs/deployment.md 的 “A home that is root's”",
      "For production let it be root’s and put the data elsewhere: “A home that is root's” in docs/deployment.md",
    ),
  )
}
