// Working defaults: everything at the page's own origin. The companion server answers this path from its settings.
window.environment = {};
