/** Flag challenges and exercises of the demonstration, written for it. */
import type { ExerciseBody, FlagBody } from '#src/contract/bank/question.schema.ts'

type Flag = Omit<FlagBody, 'set_id' | 'topology_id'> & { set: string }
type Exercise = Omit<ExerciseBody, 'set_id' | 'topology_id'> & { set: string }

export const flags: readonly Flag[] = [
  {
    set: 'misc',
    title: 'Warm-up: a letter in another coat',
    language: 'en-US',
    stem: 'Somebody left this on the board:\n\n```\nZmxhZ3ticmVha2Zhc3RfZmlyc3R9\n```',
    score: 50,
    flag: { kind: 'static', value: 'flag{breakfast_first}' },
    hints: [{ text: 'Sixty-four letters.', cost: 10 }],
    keywords: ['base64'],
    explanation: 'Base64 (RFC 4648).',
    author: '周启明',
  },
  {
    set: 'misc',
    title: '凯撒的午餐',
    language: 'zh-CN',
    stem: '密文：`iodj{oxqfk_dw_qrrq}`，据说凯撒只用 3。',
    score: 50,
    flag: { kind: 'static', value: 'flag{lunch_at_noon}', ignore_case: true },
    keywords: ['古典密码'],
    author: '林晓',
  },
  {
    set: 'misc',
    title: 'Two towns',
    language: 'en-US',
    difficulty: 'intermediate',
    stem: 'Name both cities whose airports have the IATA codes `HEL` and `OSL`, in English.',
    score: 80,
    flag: {
      kind: 'list',
      need: 'all',
      values: [
        { value: 'Helsinki', ignore_case: true },
        { value: 'Oslo', ignore_case: true },
      ],
    },
    keywords: ['OSINT'],
  },
  {
    set: 'ctf-web',
    title: '谁动了我的 Cookie',
    language: 'zh-CN',
    difficulty: 'intermediate',
    stem: '登录后台需要管理员身份，Flag 位于 `/admin`。',
    score: 150,
    flag: { kind: 'dynamic', template: 'flag{cookie_{random}}', length: 32, per: 'user' },
    hints: [{ text: '看看 Cookie 是怎么签名的。', cost: 30 }],
    keywords: ['Cookie', '会话'],
    author: '林晓',
  },
  {
    set: 'ctf-web',
    title: 'Second helping',
    language: 'en-US',
    difficulty: 'advanced',
    stem: 'What is stored today is a query tomorrow. The flag is in the table `dessert`.',
    score: 250,
    flag: { kind: 'dynamic', template: 'flag{{random}}', length: 40, per: 'team' },
    keywords: ['SQL injection'],
    author: 'Nora Lind',
  },
  {
    set: 'ctf-net',
    title: 'A quiet capture',
    language: 'en-US',
    difficulty: 'intermediate',
    stem: 'Find the build number that the printer announces: four digits after `PRN-`.',
    score: 120,
    flag: { kind: 'regex', pattern: 'PRN-?4711', ignore_case: true },
    keywords: ['pcap', 'mDNS'],
  },
]

export const exercises: readonly Exercise[] = [
  {
    set: 'hands-net',
    title: '配置边界防火墙',
    language: 'zh-CN',
    stem: '为办公网与服务器区之间的防火墙编写规则：\n\n1. 办公网只能访问服务器区的 80 与 443 端口；\n2. 服务器区不得主动访问办公网。\n\n提交规则文件和一份说明。',
    score: 20,
    upload: { wanted: true, files: 2, ends: ['.txt', '.rules'] },
    rubric: [
      { text: '规则满足两项要求', points: 14 },
      { text: '说明清楚', points: 6 },
    ],
    keywords: ['防火墙'],
  },
  {
    set: 'hands-host',
    title: 'Harden an SSH server',
    language: 'en-US',
    difficulty: 'intermediate',
    stem: 'Make the SSH server accept keys only, keep root out, and prove both with commands and their output.',
    score: 20,
    report: true,
    rubric: [
      { text: 'Passwords are refused', points: 8 },
      { text: 'Root is refused', points: 8 },
      { text: 'Proof', points: 4 },
    ],
    keywords: ['SSH'],
  },
  {
    set: 'hands-host',
    title: '定位挖矿程序',
    language: 'zh-CN',
    difficulty: 'advanced',
    stem: '主机 CPU 持续满载。找出挖矿程序、它的启动方式和入侵途径，提交分析报告。',
    score: 30,
    rubric: [
      { text: '找到程序与持久化方式', points: 15 },
      { text: '还原入侵途径', points: 15 },
    ],
    keywords: ['应急响应'],
  },
]
