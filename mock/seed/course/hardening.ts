/** The course of the demonstration whose lesson is a lab: written for it, in both languages. */
import type { CourseSeed } from './lay.ts'

export const hardeningCourse: CourseSeed = {
  key: 'hardening',
  name: 'Server hardening in practice',
  description:
    'A server is taken over through what nobody switched off. One lesson of theory, one lab on a machine of your own, and a report that a teacher marks.',
  language: 'en-US',
  translation: {
    name: '服务器加固实战',
    description:
      '服务器往往是从没人关掉的入口被攻破的。一节理论、一次在专属机器上的实验，以及一份由教师批阅的实验报告。',
  },
  direction: 'ops',
  difficulty: 'intermediate',
  credit: 1,
  kind: 'elective',
  knowledge: ['Attack surface', 'SSH', 'Least privilege'],
  skills: ['Close services that nobody needs'],
  chapters: [
    {
      title: 'Fewer doors',
      other: '减少入口',
      lessons: [
        {
          title: 'What an open port costs',
          other: '开放端口的代价',
          theory: 1,
          sections: [
            {
              kind: 'text',
              title: 'Count the doors',
              other: '数一数入口',
              minutes: 6,
              body: `Every port that answers is a program that reads what strangers send. Three questions for each:

1. Who needs it? A service that nobody misses when it is stopped was a risk without a use.
2. Who may reach it? What only colleagues use does not listen to the whole network.
3. What does it tell? Banners, listings and notes left behind are a map for whoever looks.

Look from outside, as a stranger would: what the server believes about itself is another matter.`,
              body_other: `每个有应答的端口，都是一个会读取陌生人数据的程序。对每个端口问三个问题：

1. 谁需要它？停掉后没人在意的服务，只有风险，没有用处。
2. 谁可以访问它？只给同事用的服务，不应向整个网络监听。
3. 它透露了什么？横幅、目录列表和遗留的便条，都是给探测者的地图。

要像陌生人那样从外部观察：服务器对自己的认识是另一回事。`,
            },
          ],
        },
        {
          title: 'Close the doors of a shop',
          other: '为商店服务器关上大门',
          theory: 0,
          experiment: 2,
          sections: [
            {
              kind: 'lab',
              title: 'Close the doors',
              other: '关上多余的大门',
              minutes: 45,
              rule: 'report',
              lab: {
                topology: 'lab-doors',
                minutes: 90,
                steps: [
                  {
                    id: 'look',
                    title: 'Who lets anybody in?',
                    title_other: '谁对所有人敞开？',
                    text: 'From the machine `desk`, look which services the host `shop` offers. One of them asks for no password at all. Hand in its name as `nmap` writes it.',
                    text_other:
                      '在 `desk` 上查看主机 `shop` 提供了哪些服务。其中一个完全不需要口令，请提交它在 `nmap` 中的名称。',
                    check: { kind: 'text', value: 'ftp', ignore_case: true },
                    points: 10,
                    hints: [
                      {
                        text: 'The column SERVICE of `nmap shop` has three names.',
                        text_other: '`nmap shop` 输出的 SERVICE 一列有三个名称。',
                        cost: 2,
                      },
                    ],
                  },
                  {
                    id: 'enter',
                    title: 'Sign in',
                    title_other: '登录服务器',
                    text: 'Somebody left a note there. Use it to sign in to `shop`, and hand in what you find in the home directory.',
                    text_other: '有人在那里留下了便条。利用它登录 `shop`，并提交在主目录中找到的内容。',
                    check: { kind: 'made', flag: 'f1' },
                    points: 30,
                    hints: [
                      {
                        text: 'A file server lists what it has when its address ends with a slash.',
                        text_other: '文件服务器的地址以斜杠结尾时会列出内容。',
                        cost: 5,
                      },
                      {
                        text: 'The note names an account and its password: use them with `ssh`.',
                        text_other: '便条里写有账号和口令，请配合 `ssh` 使用。',
                        cost: 10,
                      },
                    ],
                  },
                  {
                    id: 'stop',
                    title: 'Stop the open service',
                    title_other: '停止开放的服务',
                    text: 'Nobody needs that service. Stop it.',
                    text_other: '没有人需要那个服务，请停止它。',
                    check: {
                      kind: 'state',
                      node: 'shop',
                      command: 'test "$(systemctl is-active vsftpd)" = inactive',
                    },
                    points: 20,
                    hints: [
                      {
                        text: 'The unit is called `vsftpd`; `ops` may use `sudo`.',
                        text_other: '服务单元名为 `vsftpd`，账号 `ops` 可使用 `sudo`。',
                        cost: 5,
                      },
                    ],
                  },
                  {
                    id: 'root',
                    title: 'No root over the network',
                    title_other: '禁止 root 远程登录',
                    text: 'Root signs in over SSH. Change that in the configuration of its server.',
                    text_other: '目前 root 可以通过 SSH 登录，请在服务端配置中禁止。',
                    check: {
                      kind: 'state',
                      node: 'shop',
                      command: "grep -q '^PermitRootLogin no' /etc/ssh/sshd_config",
                    },
                    points: 20,
                    hints: [],
                  },
                  {
                    id: 'again',
                    title: 'Look again from outside',
                    title_other: '再次从外部检查',
                    text: 'Scan `shop` once more and keep a screenshot for your report.',
                    text_other: '再次扫描 `shop`，并截图留作报告证据。',
                    check: { kind: 'none' },
                    points: 0,
                    hints: [],
                  },
                ],
                report: {
                  template: `## What was open

## What I changed, and why

## How I would notice it next time
`,
                  template_other: `## 发现了哪些开放的入口

## 我做了哪些修改，为什么

## 今后如何及时发现
`,
                  rubric: [
                    {
                      id: 'found',
                      text: 'Names every open service and what it gives away',
                      text_other: '列出全部开放服务及其泄露的内容',
                      points: 40,
                    },
                    {
                      id: 'why',
                      text: 'Says why each change was made',
                      text_other: '说明每项修改的原因',
                      points: 40,
                    },
                    {
                      id: 'proof',
                      text: 'Shows that it works, from outside',
                      text_other: '从外部证明修改有效',
                      points: 20,
                    },
                  ],
                },
              },
            },
          ],
        },
      ],
    },
  ],
}

/** What learners of it handed in; the second took much from the first. */
export const reports = [
  {
    status: 'submitted',
    days: 1,
    text: `## What was open

FTP on port 21 answered without a password and listed a note of the night shift with the password of ops. SSH on port 22 took passwords, and root among them. HTTP on port 80 served the shop only.

## What I changed, and why

I stopped vsftpd, since the shop does not use it and its only file was the note. I set PermitRootLogin to no: whoever guesses a password should not be root at once.

## How I would notice it next time

A scan from outside every week, compared with the list of services we want.
`,
  },
  {
    status: 'submitted',
    days: 0.4,
    text: `## What was open

FTP on port 21 answered without a password and listed a note of the night shift with the password of ops. SSH on port 22 took passwords, and root among them. The shop itself is on port 80.

## What I changed, and why

I stopped vsftpd, since the shop does not use it and its only file was the note. Then I set PermitRootLogin to no.

## How I would notice it next time

By looking at the logs. What the scan said, before and after, is in the PDF.
`,
    pdf: {
      name: 'scan-before-and-after.pdf',
      title: 'The shop, before and after',
      pages: [
        {
          title: '1  Before',
          lines: [
            'PORT    STATE  SERVICE',
            '21/tcp  open   ftp',
            '22/tcp  open   ssh',
            '80/tcp  open   http',
            '',
            'FTP let in anybody under the name anonymous.',
          ],
        },
        {
          title: '2  After',
          lines: [
            'PORT    STATE   SERVICE',
            '21/tcp  closed  ftp',
            '22/tcp  open    ssh',
            '80/tcp  open    http',
            '',
            'SSH still takes passwords from everybody but root.',
          ],
        },
      ],
    },
  },
  {
    status: 'returned',
    days: 3,
    comment: 'Which services answered before your change? Say why you stopped this one.',
    text: `## What was open

Too much.

## What I changed, and why

I stopped FTP.

## How I would notice it next time
`,
  },
  {
    status: 'marked',
    days: 5,
    marks: { found: 36, why: 30, proof: 20 },
    comment: 'A clear report; next time say what the banner told you.',
    text: `## 发现了哪些开放的入口

扫描得到 21、22、80 三个端口。21 端口的 FTP 允许匿名访问，目录里有夜班留下的便条，写着 ops 的口令；22 端口的 SSH 允许 root 用口令登录。

## 我做了哪些修改，为什么

停止 vsftpd：商店网站不使用它，留着只会泄露文件。把 PermitRootLogin 改为 no：即使口令被猜中，也不会直接得到最高权限。

## 今后如何及时发现

每周从外部扫描一次，与服务清单对比，出现多余端口立即告警。
`,
  },
] as const
