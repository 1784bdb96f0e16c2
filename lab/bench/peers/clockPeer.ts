/** The least that can tell the time: an inline script, an inline style, nothing to fetch. */
export const CLOCK_PEER_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Clock</title>
<style>body{margin:0;height:100vh;display:grid;place-content:center;background:#000;color:#fff;font:20vw sans-serif;text-align:center}p{margin:0;font-size:4vw}</style></head>
<body><main id="clock"><div id="time"></div><p id="day"></p></main><script>
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
function show() {
  const now = new Date();
  const hours = now.getHours();
  const minutes = String(now.getMinutes()).padStart(2, '0');
  document.getElementById('time').textContent = (hours % 12 || 12) + ':' + minutes + (hours < 12 ? ' am' : ' pm');
  document.getElementById('day').textContent =
    now.getFullYear() + '.' + (now.getMonth() + 1) + '.' + now.getDate() + ' ' + WEEKDAYS[now.getDay()];
}
show();
setInterval(show, 1000);
</script></body></html>`;
