// Package memory has what large tables ask of the machine.
package memory
