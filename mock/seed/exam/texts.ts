/** Answers in words for the demonstration's exams, from poor to good, and what a marker says to them. */
export interface SampleAnswer {
  text: string
  /** Share of the points it is worth, and why. */
  share: number
  comment: string
}
const short = (text: string, share: number, comment = ''): SampleAnswer => ({ text, share, comment })

type Levels = readonly (readonly SampleAnswer[])[]

const xss: Levels = [
  [
    short('都是脚本攻击，存储型更厉害一些。', 0.1, '没有说明恶意内容来自哪里，也没有说明如何触发。'),
    short('存储型在数据库，反射型在浏览器。', 0.25, '位置对了一半，触发方式没有写。'),
    short('不知道，感觉都要过滤输入。', 0, '未回答问题。'),
  ],
  [
    short(
      '存储型 XSS 的代码存进数据库，谁打开页面谁中招；反射型是点链接才会触发。',
      0.5,
      '区别说到了，缺少影响范围的分析。',
    ),
    short('反射型要诱导用户点击，存储型不用。存储型危害大。', 0.4, '触发方式正确，来源没有展开。'),
  ],
  [
    short(
      '存储型：恶意脚本保存在服务器（如评论、昵称），每个访问该页面的用户都会执行。反射型：脚本在请求参数里，服务器原样返回，需要用户点击构造好的链接。',
      0.75,
      '来源与触发清楚，影响范围可再具体。',
    ),
    short(
      '反射型的载荷随请求带上、随响应返回，不落库；存储型落库后在其他用户的页面里输出，可以形成蠕虫。',
      0.8,
      '要点齐全，举例很好。',
    ),
  ],
  [
    short(
      '来源：存储型的恶意内容由攻击者提交后保存在服务器端（评论、工单、文件名等），反射型只存在于本次请求的参数或路径中。触发：存储型在任何人浏览受影响页面时执行，无需交互；反射型要让受害者打开特定链接。影响：存储型面向全部访问者并可持续传播，反射型通常一次一人。防御都以按上下文输出编码为主，配合 CSP。',
      1,
      '完整准确。',
    ),
    short(
      '存储型把载荷写入服务端存储，影响所有读到它的人，可能自我传播；反射型由服务器立即把请求中的内容回显，必须诱导点击，影响单个会话。判断方法：看载荷是否在另一个会话、另一个用户那里仍然出现。',
      0.95,
      '准确，判断方法实用。',
    ),
  ],
]

const miner: Levels = [
  [short('用 top 看到 CPU 很高，kill 掉了。', 0.2, '只处理了现象，没有定位来源与持久化。')],
  [
    short(
      'top 找到进程，/proc/PID/exe 指向 /tmp 下的程序，删除并结束进程。',
      0.5,
      '定位正确，没有检查计划任务，重启后会再次出现。',
    ),
  ],
  [
    short(
      '进程由 crontab 每分钟拉起：/proc/PID/exe → /tmp/.x/kworker；清除计划任务、结束进程、删除文件，并封锁矿池地址。',
      0.8,
      '步骤完整，入侵途径没有说明。',
    ),
  ],
  [
    short(
      'Found by `ss -tnp` (pool on 3333) and /proc/PID/exe; persistence in cron and a systemd timer; came in through an exposed Redis. Removed in this order: network, timer, cron, process, file; hashes and logs kept.',
      0.95,
      'Complete, with the way in and evidence kept.',
    ),
  ],
]

/** By the title of the question, then by how good they are. */
export const sampleAnswersByTitle: Readonly<Record<string, Levels>> = {
  '简述存储型 XSS 与反射型 XSS 的区别。': xss,
  定位挖矿程序: miner,
}

/** What stands in a blank of somebody who does not know. */
const numbers: readonly string[] = ['80', '21', '8080', '23', '3389', '128', '64', '512']
/** By the title of the question, where what is right is a word. */
const wrongWords: Readonly<Record<string, readonly string[]>> = {
  'Two headers': ['Strict-Transport-Security', 'Referrer-Policy', 'X-Content-Type-Options'],
  'Where hashes stand': ['/etc/passwd', '/etc/group', '/var/lib/passwd'],
}
/** What somebody may take for right in a blank, and is not. */
export const mistaken = (title: string, accepted: readonly string[]): readonly string[] =>
  (wrongWords[title] ?? numbers).filter((w) => !accepted.includes(w))

const worth = new Map(
  Object.values(sampleAnswersByTitle)
    .flat(2)
    .map((w) => [w.text, w]),
)
export const writtenAnswerOf = (text: string): SampleAnswer | undefined => worth.get(text)

/** What candidates object, what another marker replies, and how much of the points he adds. */
export const demoObjections: readonly { text: string; reply: string | null; more: number }[] = [
  { text: '我写了“随请求回显”，应当算作说明了来源。', reply: '同意，来源要点成立，补给分数。', more: 0.2 },
  { text: 'The second sentence says who is hit; please look at that point again.', reply: null, more: 0 },
  {
    text: '反射型的触发条件我在第二句写了。',
    reply: '第二句写的是后果而不是触发条件，维持原分。',
    more: 0,
  },
  { text: '存储型危害大的原因我认为已经说明，请复核。', reply: null, more: 0 },
]
