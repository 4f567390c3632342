/** The course of the demonstration that is whole: networks and the web, in both languages, written for it. */
import type { CourseSeed } from './lay.ts'

export const basics: CourseSeed = {
  key: 'basics',
  name: 'Web and network security basics',
  description:
    'How packets travel, how a browser and a server talk, and where attackers step in between.\n\nSix short lessons. Each ends with something to do: read to the end, go through the slides, or answer a quiz.',
  language: 'en-US',
  translation: {
    name: 'Web 与网络安全基础',
    description:
      '数据包如何传输，浏览器与服务器如何通信，攻击者又从何处介入。\n\n共六个课时，每个课时都有学习任务：读完图文、看完幻灯片或完成测验。',
  },
  direction: 'web',
  difficulty: 'primary',
  credit: 1.5,
  kind: 'elective',
  knowledge: ['TCP/IP', 'DNS', 'TLS', 'HTTP', 'XSS', 'SQL injection'],
  skills: ['Read a packet capture', 'Review a login form'],
  chapters: [
    {
      title: 'Networks',
      other: '网络',
      lessons: [
        {
          title: 'From link to network',
          other: '从链路到网络',
          theory: 1,
          sections: [
            {
              kind: 'text',
              title: 'Who has this address?',
              other: '这个地址是谁的？',
              minutes: 8,
              body: `A frame on an Ethernet link carries two hardware addresses; a packet inside it carries two IP addresses. Before a host can send a packet to a neighbour, it must learn which hardware address belongs to the neighbour's IP address.

## Asking the link

IPv4 does this with **ARP** (RFC 826). The sender broadcasts *who has 192.0.2.7?* and the owner answers. The answer is stored for a few minutes:

\`\`\`
$ ip neigh
192.0.2.1 dev eth0 lladdr 52:54:00:12:34:56 REACHABLE
192.0.2.7 dev eth0 lladdr 52:54:00:ab:cd:ef STALE
\`\`\`

IPv6 has no broadcast. Its **neighbour discovery** (RFC 4861) asks a multicast group that only a few hosts listen to.

## Why this is a weakness

Nothing in ARP proves who answers. A host that answers for the gateway receives the traffic of everybody who believes it. Switches can stop this: *dynamic ARP inspection* compares each answer with the leases that DHCP gave out, and drops what does not match.

> If two IP addresses in your neighbour table share one hardware address and one of them is the gateway, look closer.`,
              body_other: `以太网帧携带两个硬件地址，帧内的数据包携带两个 IP 地址。主机向邻居发送数据包之前，必须先知道对方 IP 地址对应的硬件地址。

## 向链路询问

IPv4 使用 **ARP**（RFC 826）：发送方广播“谁是 192.0.2.7？”，地址的拥有者作出应答，结果会缓存几分钟：

\`\`\`
$ ip neigh
192.0.2.1 dev eth0 lladdr 52:54:00:12:34:56 REACHABLE
192.0.2.7 dev eth0 lladdr 52:54:00:ab:cd:ef STALE
\`\`\`

IPv6 没有广播，由**邻居发现**（RFC 4861）向一个只有少数主机监听的组播组询问。

## 弱点在哪里

ARP 不验证应答者的身份。谁冒充网关应答，谁就能收到相信它的主机的流量。交换机可以阻止这种行为：*动态 ARP 检测*将每个应答与 DHCP 租约比对，不一致的直接丢弃。

> 如果邻居表中有两个 IP 地址对应同一个硬件地址，而其中一个是网关，就应当仔细检查。`,
            },
            {
              kind: 'video',
              title: 'ARP in half a minute',
              other: '半分钟看懂 ARP',
              minutes: 1,
              optional: true,
              video: {
                file: 'arp',
                captions: { 'en-US': 'arp-en', 'zh-CN': 'arp-zh' },
                chapters: [
                  { at: 0, title: 'The question', title_other: '提问' },
                  { at: 12, title: 'The answer', title_other: '应答' },
                  { at: 18, title: 'The weakness', title_other: '弱点' },
                ],
              },
            },
            {
              kind: 'document',
              title: 'Reading a capture',
              other: '如何阅读抓包',
              minutes: 5,
              optional: true,
              pdf: { file: 'capture-en', other: 'capture-zh', download: true },
            },
            {
              kind: 'quiz',
              title: 'Check: the link',
              other: '小测：链路',
              minutes: 5,
              questions: [
                'Which protocol asks who has an IPv4 address on the local link?',
                'How many usable host addresses has the network 192.0.2.64/27?',
              ],
            },
          ],
        },
        {
          title: 'TCP, UDP and names',
          other: 'TCP、UDP 与域名',
          theory: 1,
          sections: [
            {
              kind: 'slides',
              title: 'Connections and datagrams',
              other: '连接与数据报',
              minutes: 10,
              body: `# Two ways to send

- **TCP**: a connection; bytes arrive once and in order
- **UDP**: single datagrams; nobody promises anything

---

## The handshake

1. Client → server: \`SYN\`
2. Server → client: \`SYN, ACK\`
3. Client → server: \`ACK\`

Until step 3 the connection is *half open*: it costs the server memory and the client nothing.

---

## SYN flood and SYN cookie

An attacker sends step 1 again and again and never step 3.

A **SYN cookie** moves the memory into the sequence number of step 2. The server keeps nothing until a valid step 3 comes back.

---

## What a scan sees

| Probe | Open port | Closed port |
| --- | --- | --- |
| TCP SYN | SYN, ACK | RST |
| UDP | often silence | ICMP port unreachable |`,
              body_other: `# 两种传输方式

- **TCP**：面向连接，字节按序到达且只到达一次
- **UDP**：单个数据报，不作任何保证

---

## 三次握手

1. 客户端 → 服务器：\`SYN\`
2. 服务器 → 客户端：\`SYN, ACK\`
3. 客户端 → 服务器：\`ACK\`

第 3 步之前连接处于*半开*状态：占用服务器内存，而客户端几乎没有开销。

---

## SYN 洪泛与 SYN Cookie

攻击者不断发送第 1 步，却从不完成第 3 步。

**SYN Cookie** 把状态放进第 2 步的序列号中，服务器在收到有效的第 3 步之前不保存任何内容。

---

## 扫描看到什么

| 探测 | 端口开放 | 端口关闭 |
| --- | --- | --- |
| TCP SYN | SYN, ACK | RST |
| UDP | 常无响应 | ICMP 端口不可达 |`,
            },
            {
              kind: 'text',
              title: 'How a name becomes an address',
              other: '域名如何变成地址',
              minutes: 8,
              body: `A **resolver** walks from the root to the zone that knows the answer, and keeps what it learnt for as long as the record allows.

An answer is believed when it fits a question: the same name, the same 16-bit id, the same ports. An attacker who guesses all of these first wins. That is why resolvers draw the **source port at random**: it adds about 16 bits to what must be guessed.

**DNSSEC** goes further and signs the records themselves. It proves where an answer comes from; it does not hide what was asked. For that there are DNS over TLS and DNS over HTTPS.

Open resolvers are also used against others: a small question with a forged sender brings a large answer to the victim. Answer your own networks only.`,
              body_other: `**解析器**从根开始逐级查询，直到找到知道答案的区域，并按记录允许的时间缓存结果。

只有与查询相符的应答才会被采信：名称、16 位标识和端口都要一致。谁先全部猜中，谁就能投毒。因此解析器会**随机选择源端口**，让需要猜测的内容增加约 16 位。

**DNSSEC** 更进一步，对记录本身签名。它证明应答的来源，但不隐藏查询内容；后者由 DNS over TLS 与 DNS over HTTPS 解决。

开放解析器还会被用来攻击他人：伪造源地址的小请求会给受害者带来大量应答。请只为自己的网络提供解析。`,
            },
            {
              kind: 'quiz',
              title: 'Check: transport and names',
              other: '小测：传输与域名',
              minutes: 6,
              rule: 'score',
              attempts: 3,
              questions: [
                'Source port randomisation in resolvers was the answer to which weakness?',
                'How many usable host addresses has the network 192.0.2.64/27?',
                'A TCP connection that is half open has sent its data to the application already.',
              ],
            },
            {
              kind: 'homework',
              title: 'A flood and what it costs',
              other: '洪泛攻击的代价',
              minutes: 30,
              optional: true,
              questions: [
                'Why does a SYN cookie help against a SYN flood?',
                'A TCP connection that is half open has sent its data to the application already.',
              ],
              homework: { opens: -20, due: -2, late: 2, permille: 150 },
            },
          ],
        },
        {
          title: 'TLS in one sitting',
          other: '一课读懂 TLS',
          theory: 1.5,
          sections: [
            {
              kind: 'text',
              title: 'What TLS 1.3 promises',
              other: 'TLS 1.3 保证什么',
              minutes: 12,
              body: `TLS gives three things: nobody reads along, nobody changes a byte unnoticed, and the server is who its certificate says.

## One round trip

In TLS 1.3 (RFC 8446) the client sends its share of an **ephemeral Diffie-Hellman** exchange with its first message. Both sides throw their secrets away afterwards. Whoever records the traffic today and steals the server's key next year still reads nothing: this is *forward secrecy*.

## What it does not promise

- A padlock says that you talk to the owner of the name. It does not say that the owner is honest.
- The name itself is visible in the first message unless *encrypted client hello* is used.
- **HSTS** must be sent by the server; before a browser has seen it once, a first visit over plain HTTP can be redirected.

\`\`\`
Strict-Transport-Security: max-age=31536000; includeSubDomains
\`\`\``,
              body_other: `TLS 提供三项保证：他人无法读取，篡改必被发现，服务器身份与证书一致。

## 一次往返

在 TLS 1.3（RFC 8446）中，客户端的第一条消息就带有**临时 Diffie-Hellman** 交换的公开值，双方用后即弃。即使有人今天录下流量、明年窃得服务器私钥，也无法解密：这就是*前向保密*。

## 不作保证的事

- 小锁图标只说明您在与域名的拥有者通信，并不说明对方可信。
- 域名本身在第一条消息中可见，除非使用*加密的 Client Hello*。
- **HSTS** 须由服务器发送；浏览器首次见到它之前，经由明文 HTTP 的首次访问仍可能被重定向。

\`\`\`
Strict-Transport-Security: max-age=31536000; includeSubDomains
\`\`\``,
            },
            {
              kind: 'quiz',
              title: 'Check: TLS',
              other: '小测：TLS',
              minutes: 4,
              questions: [
                'Which of these give forward secrecy in TLS 1.3?',
                'Which header tells a browser to use HTTPS only for a site from now on?',
              ],
            },
          ],
        },
      ],
    },
    {
      title: 'The web',
      other: 'Web',
      lessons: [
        {
          title: 'Requests, cookies and origins',
          other: '请求、Cookie 与源',
          theory: 1,
          after: 'TLS in one sitting',
          sections: [
            {
              kind: 'slides',
              title: 'What the browser sends by itself',
              other: '浏览器自动发送的内容',
              minutes: 10,
              body: `# A request

\`\`\`
GET /orders/42 HTTP/1.1
Host: shop.example
Cookie: session=8f2c…
\`\`\`

The browser adds the cookie to **every** request to that host, whoever caused it.

---

## Origin

Scheme, host and port together: \`https://shop.example:443\`

Scripts read only answers of their own origin. They may still *send* to others.

---

## Three attributes worth setting

- \`Secure\`: over HTTPS only
- \`HttpOnly\`: not for scripts
- \`SameSite=Lax\`: not with requests that other sites cause, links aside

---

## Cross-site request forgery

Another site makes the browser send a request with your cookie.

Against it: \`SameSite\`, a token in the form, a look at the \`Origin\` header.`,
              body_other: `# 一次请求

\`\`\`
GET /orders/42 HTTP/1.1
Host: shop.example
Cookie: session=8f2c…
\`\`\`

浏览器会在发往该主机的**每个**请求中附带 Cookie，无论请求由谁触发。

---

## 源（Origin）

协议、主机与端口的组合：\`https://shop.example:443\`

脚本只能读取同源的响应，但仍可以向其他源*发送*请求。

---

## 值得设置的三个属性

- \`Secure\`：仅通过 HTTPS 发送
- \`HttpOnly\`：脚本不可读取
- \`SameSite=Lax\`：除链接跳转外，不随其他站点触发的请求发送

---

## 跨站请求伪造

其他站点诱使浏览器携带您的 Cookie 发出请求。

防御：\`SameSite\`、表单令牌、检查 \`Origin\` 请求头。`,
            },
            {
              kind: 'quiz',
              title: 'Check: cookies',
              other: '小测：Cookie',
              minutes: 4,
              questions: [
                '设置了 HttpOnly 的 Cookie 不能被页面中的脚本读取。',
                '防御跨站请求伪造（CSRF）的有效手段有哪些？',
              ],
            },
          ],
        },
        {
          title: 'Injection',
          other: '注入',
          theory: 1,
          experiment: 0.5,
          sections: [
            {
              kind: 'text',
              title: 'When data becomes code',
              other: '当数据变成代码',
              minutes: 10,
              body: `Injection happens where text from outside is glued into a language that something will run: SQL, a shell, HTML.

\`\`\`sql
-- glued: a quote ends the text, and the rest is SQL
"select * from users where name = '" + name + "'"

-- bound: the text never becomes SQL, whatever is in it
select * from users where name = $1
\`\`\`

Escaping by hand fails at the one place that was forgotten. **Parameters** have no such place: the statement is read before any value comes.

## The same in HTML

A comment that is shown as it was typed can carry a script: *cross-site scripting*. Stored, it meets everybody who opens the page; reflected, it comes with a link. Let the template escape by default, and send a **content security policy** so that a script that slipped in is not run.`,
              body_other: `注入发生在外部文本被拼接进某种会被执行的语言之处：SQL、Shell 或 HTML。

\`\`\`sql
-- 拼接：一个引号就结束了文本，其余部分成为 SQL
"select * from users where name = '" + name + "'"

-- 绑定：无论内容是什么，文本都不会成为 SQL
select * from users where name = $1
\`\`\`

手工转义总会败在遗漏的那一处。**参数化查询**没有这样的地方：语句在任何值到来之前就已解析完毕。

## HTML 中也是一样

原样显示的评论可能携带脚本，这就是*跨站脚本*。存储型影响每个打开页面的人，反射型则随链接而来。应让模板默认转义，并发送**内容安全策略**，使混入的脚本无法执行。`,
            },
            {
              kind: 'quiz',
              title: 'Check: injection',
              other: '小测：注入',
              minutes: 4,
              rule: 'score',
              questions: ['Which defence stops SQL injection at its root?'],
            },
            {
              kind: 'homework',
              title: 'What the page lets through',
              other: '页面放过了什么',
              minutes: 40,
              questions: [
                'Which defence stops SQL injection at its root?',
                '某 Java 站点使用 Struts 2，上传接口报错页回显了 Content-Type 的内容。',
                '设置了 HttpOnly 的 Cookie 不能被页面中的脚本读取。',
              ],
              attempts: 3,
              homework: { opens: -10, due: 3, late: 6, permille: 100 },
            },
          ],
        },
        {
          title: 'Passwords and access',
          other: '口令与访问控制',
          theory: 1,
          sections: [
            {
              kind: 'text',
              title: 'Storing what must not leak',
              other: '保存不该泄露的东西',
              minutes: 9,
              body: `Store passwords so that a stolen table is worth little: with a **slow, salted hash** made for this, such as Argon2id or bcrypt. A fast hash such as SHA-256 lets one graphics card try billions of guesses a second.

## Who may do this?

Being signed in is not enough. Ask on the server, at every request, whether *this* account may do *this* to *this* row. Two ways to get it wrong:

- **horizontally**: account A opens \`/orders/43\`, which belongs to B
- **vertically**: an ordinary account calls an administrator's route that no menu shows

Hiding a button changes nothing: routes are called without buttons.`,
              body_other: `保存口令的目标是：即使数据表被盗，价值也很低。应使用专门的**慢速加盐哈希**，例如 Argon2id 或 bcrypt。SHA-256 之类的快速哈希，一块显卡每秒就能尝试数十亿次。

## 谁可以做这件事？

仅仅登录是不够的。服务器应在每次请求时确认：*这个*账号能否对*这条*数据做*这件*事。常见的两种错误：

- **水平越权**：账号 A 打开属于 B 的 \`/orders/43\`
- **垂直越权**：普通账号调用菜单中看不到的管理接口

隐藏按钮没有用：调用接口不需要按钮。`,
            },
            {
              kind: 'package',
              title: 'Is this mail what it seems?',
              other: '这封邮件可信吗？',
              minutes: 8,
              optional: true,
              pack: { file: 'mail-en', other: 'mail-zh' },
            },
            {
              kind: 'text',
              title: 'Further reading',
              other: '延伸阅读',
              optional: true,
              rule: 'ticked',
              minutes: 15,
              body: `- RFC 6265 (cookies) and RFC 6797 (HSTS)
- NIST SP 800-63B, on passwords: length over symbols, no forced changes without a reason
- The OWASP cheat sheets on injection and access control

Tick this section when you have read one of them.`,
              body_other: `- RFC 6265（Cookie）与 RFC 6797（HSTS）
- NIST SP 800-63B 关于口令的要求：长度优先于符号，没有理由不强制更换
- OWASP 关于注入与访问控制的速查表

读过其中一份后，请自行标记完成。`,
            },
            {
              kind: 'quiz',
              title: 'Final check',
              other: '结课测验',
              minutes: 8,
              rule: 'score',
              attempts: 3,
              questions: ['存储用户口令最合适的方式是？', 'A service fetches addresses that users give it.'],
            },
          ],
        },
      ],
    },
  ],
}
