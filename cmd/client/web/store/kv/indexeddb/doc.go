// Package indexeddb is a disk of package kv in a browser's database of that
// name. What it needs of JavaScript is the page's module js/local/disk.js, which
// performs each change in one transaction: one that Go performed would end
// whenever Go lets the browser run.
package indexeddb
