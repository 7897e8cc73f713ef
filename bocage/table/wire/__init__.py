"""What travels between service and page: boxes, sheets, requests with their answers, and live messages."""
