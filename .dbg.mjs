import { chromium } from 'playwright'
const base='http://127.0.0.1:8091'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const page = await (await b.newContext({locale:'en-US',timezoneId:'UTC',viewport:{width:1920,height:1080}})).newPage()
page.on('console',m=>console.log(m.type(),m.text().slice(0,500))); page.on('pageerror',e=>console.log('PAGEERROR',e.stack?.slice(0,900)))
await page.goto(base+'/page/mg/vuln/ghdb_library?q=index')
await page.getByLabel('User name').fill('student_demo'); await page.getByLabel('Password',{exact:true}).fill('Silver-Kite-7304'); await page.getByLabel('Password',{exact:true}).press('Enter')
await page.waitForTimeout(3000); console.log(page.url(), (await page.locator('main').innerText()).slice(0,200))
await b.close()
